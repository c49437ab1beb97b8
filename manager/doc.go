// Package manager is what the command line, the window and the server share:
// the settings of a library and of a person, the jobs that work on a library,
// and the words in which a job tells how it is getting on.
//
// Settings come in two levels. [LibrarySettings] travel with the root of a
// library, [PersonalSettings] stay with the person. Both are described by one
// table, see [Fields], from which defaults, ranges, messages, the comments in
// the files and the dialogs of the window are made. A value given by a flag
// counts before one of the environment, that before the file, and that before
// the default.
//
// A job shows its progress to a [Reporter] and returns errors of which some
// know what can be done about them, see [Hint].
package manager
