package text

import "fmt"

// Words of saying of which model vectors are.
const (
	VectorsTitle = "Of which model are the vectors?"
	VectorsModel = "Name of the model"
	VectorsGuess = "Their number of components would fit:"
)

// VectorsHow says what is asked, and why it matters.
func VectorsHow(components int) string {
	return fmt.Sprintf("The library came with vectors of %s, and nothing says which model made them. Questions have to be asked in the same model: "+
		"with another one the wrong chunks are found. What you say is kept in Embed/space.json, and retrieve.model is set to it.", Count(components, "component"))
}

// VectorsUnknown invites to say it, so that they need not be made again.
func VectorsUnknown(components int) string {
	return fmt.Sprintf("The library came with vectors of %s, and nothing says which model made them. Say it, so that they need not be made again.", Count(components, "component"))
}

// VectorsAre says of what space the vectors are now.
func VectorsAre(space string) string { return "the vectors of the library are of " + space }
