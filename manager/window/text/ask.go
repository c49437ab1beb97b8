package text

import "fmt"

// AskStrangeRoot asks whether a folder that is no library is to become one.
func AskStrangeRoot(root string) string {
	return root + " holds other files and no library.\n\nThe library would add its folders Match, Content, Embed, Page and Log beside them. Nothing of yours is changed."
}

// AskMakeFolder asks whether a folder is to be made.
func AskMakeFolder(path string) string {
	return path + " is not there yet.\n\nMake it, and begin a library in it?"
}

// AskEmbed asks whether vectors are to be made that cost something.
func AskEmbed(quote string) string { return Sentence(quote) + "\n\nMake them?" }

// AskDelete asks whether chunks and pages are to be removed.
func AskDelete(chunks, pages int, root string) string {
	return fmt.Sprintf("%s of %s will be removed from\n%s\n\nVectors, which cost money, and settings stay. Chunk makes the same chunks again.",
		Count(chunks, "chunk"), Count(pages, "page"), root)
}

// AskPurge asks whether vectors are to be removed.
func AskPurge(n int, bytes int64) string {
	return fmt.Sprintf("%s of chunks that are gone will be removed: %s on disk.\n\nShould such a chunk come back, its vector has to be made, and paid for, again.",
		Count(n, "vector"), Size(bytes))
}

// AskClear asks whether the history is to be forgotten.
const AskClear = "All exchanges of this library will be forgotten, those of earlier days too. They are no longer sent with the next question."

// Deleted says what was removed.
func Deleted(chunks, pages int) string {
	return fmt.Sprintf("Removed %s of %s; vectors are kept", Count(chunks, "chunk"), Count(pages, "page"))
}

// Purged says what was removed.
func Purged(n int, bytes int64) string {
	return fmt.Sprintf("Removed %s (%s)", Count(n, "vector"), Size(bytes))
}

// Forgotten says how many exchanges were forgotten.
func Forgotten(n int) string { return "Forgot " + Count(n, "exchange") + "." }

// AskQuit asks whether to end the program while a job runs.
func AskQuit(job string) string {
	return job + " is running and would be aborted. What is stored is kept, and the next run goes on from there."
}
