// Package library keeps chunks on disk: the root directory of a chunk library.
//
//	ROOT/Match/NAME.txt        match string: the text that is embedded
//	ROOT/Content/NAME.txt      content string: the text that is sent to the model
//	ROOT/Embed/NAME.txt        vector of the match string, see EncodeVector
//	ROOT/Embed/space.json      the embedding space of the vectors beside it, see Space
//	ROOT/Embed/SPACE/          the same two for every further embedding space
//	ROOT/Page/HASH.json        record of one HTML page, see Page
//	ROOT/settings.yaml         settings, see SettingsPath; not touched by this package
//	ROOT/Log/                  see LogDir; not touched by this package
//	ROOT/Cache/                see CacheDir
//	ROOT/Cache/SPACE.pack      what an Index read from the embed files of a space
//	ROOT/.lock                 held by the one who writes, see Lock
//	ROOT/.journal              there only while a change is being carried out
//
// NAME is a [Name], made of the match string. Text files are UTF-8 with LF
// between lines and none at the end. Any folder may be missing: an empty
// directory is an empty library, and a root made by the original RAG Manager,
// which knows nothing of Page and space.json, opens as it is.
//
// # Reading
//
// A [Library] reads. It takes no lock, keeps nothing in memory and is safe for
// concurrent use, also while another process writes: every file is replaced
// whole, content before match and match before page record, so that a chunk
// that is listed can be read.
//
// # Writing
//
// A [Writer] writes. There is one at a time. [Writer.Apply] changes pages and
// chunks, and does so entirely or not at all:
//
//  1. New texts go to temporary files beside those they replace.
//  2. They are forced to the disk, all at once.
//  3. A journal that lists them is put in place. From now on the change counts.
//  4. The temporary files are renamed, what is to go is removed, the folders
//     are forced to the disk, and the journal is removed.
//
// Of a writer that was killed, or whose machine lost power, the next Lock finds
// either a journal, and finishes step 4, or none, and removes the temporary
// files. A file is only written if its bytes change.
//
// # Searching
//
// An [Index] holds the vectors of one embedding space in memory and finds those that
// are most like a question's, exactly. The embed files are the truth: the pack
// that makes opening fast is compared with them, and made anew if much differs. No
// lock is needed for that, since it is replaced whole and has checksums.
//
// # Equal names
//
// When several places of one page or of several pages give one name, there is
// one chunk of that name, whose content is that of all places put together by
// [Join]. So that one of them can change or go without the others being chunked
// again, the page records then hold the content of each place. This ends when
// only one place is left.
package library
