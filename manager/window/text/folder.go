package text

// Words of choosing a folder.
const (
	FolderTitle       = "Folder of the library"
	FolderHow         = "A library is a folder of its own, with the chunks, vectors and settings. Type or paste its path, or press Browse."
	FolderPlaceholder = "Path of a folder, such as ~/Documents/library"
	SampleTitle       = "Folder of the sample"
	SampleElsewhere   = "Choose another folder…"
	SampleHow         = "The manual and its library are put into two folders in it."

	FolderEmpty   = "An empty folder."
	FolderOther   = "It holds other files and no library; the library would be put beside them."
	FolderFile    = "This is a file, not a folder."
	FolderMissing = "It is not there yet, and will be made."
	FolderUnmade  = "It is not there, and cannot be made: nothing can be written there."
	FolderClosed  = "It cannot be read"
	ReadOnly      = "Nothing can be written there."
	MayBeAsked    = "Nothing can be written there; it can be asked and no more."
)

// FolderLibrary says what a library holds.
func FolderLibrary(chunks int) string { return "A library of " + Count(chunks, "chunk") + "." }

// FolderIs says which folder is meant, and what there is.
func FolderIs(path, what string) string { return path + "\n" + what }

// SampleGoes says where the sample is put.
func SampleGoes(dir string) string { return "The sample is put into " + dir + "." }
