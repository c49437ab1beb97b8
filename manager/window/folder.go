package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/manager"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// A folderSheet asks for a folder, and says what there is while its path is typed.
type folderSheet struct {
	c     *controller.Controller
	win   fyne.Window
	sheet *sheet
	judge func(manager.Folder) (says string, ink fyne.ThemeColorName, ok bool)

	entry  *keyedEntry
	says   *widget.RichText
	use    *keyedButton
	folder manager.Folder // that is typed, as far as it is known
	wanted bool           // Enter was pressed before it was known what there is
	turn   int            // counts what was typed, so that what is seen late does not count
}

// showSetRoot asks for the folder of the library.
func showSetRoot(c *controller.Controller, win fyne.Window) *folderSheet {
	s := newFolderSheet(c, win, text.FolderTitle, text.FolderHow)
	s.judge = judgeRoot
	s.use.OnTapped = func() { c.UseFolder(s.entry.Text, s.sheet.close) }
	s.show(c.State().Root)
	return s
}

// showSampleElsewhere asks for a folder to make the sample in.
func showSampleElsewhere(c *controller.Controller, win fyne.Window) *folderSheet {
	s := newFolderSheet(c, win, text.SampleTitle, text.SampleHow)
	s.judge = judgeSample
	s.use.OnTapped = func() { c.TrySampleIn(s.entry.Text, s.sheet.close) }
	s.show("")
	return s
}

func newFolderSheet(c *controller.Controller, win fyne.Window, title, how string) *folderSheet {
	s := &folderSheet{c: c, win: win, says: plain("", colorMuted, theme.SizeNameText, true)}
	s.entry = newKeyedEntry()
	s.entry.PlaceHolder = text.FolderPlaceholder
	s.entry.OnChanged = s.look
	s.use = newKeyedButton(text.UseFolder, nil, nil)
	s.use.Importance = widget.HighImportance
	s.entry.OnSubmitted = func(string) {
		s.wanted = s.use.Disabled()
		if !s.wanted {
			s.use.OnTapped()
		}
	}
	browse := newKeyedButton(text.Browse, theme.FolderOpenIcon(), s.browse)
	cancel := newKeyedButton(text.Cancel, nil, func() { s.sheet.close() })
	// what is said takes the same place whatever it is, so that nothing jumps
	body := newColumn(muted(how, true), container.NewBorder(nil, nil, nil, browse, s.entry), container.NewStack(spacer(0, saysHeight), s.says))
	s.sheet = newSheet(title, body, fyne.NewSize(640, 0), win, nil, cancel, s.use)
	return s
}

// saysHeight is that of two lines, or three where they are long.
const saysHeight = 80

// show shows the sheet with a folder.
func (s *folderSheet) show(path string) {
	s.sheet.show(s.entry)
	s.entry.Text = path
	s.entry.TypedShortcut(&fyne.ShortcutSelectAll{}) // so that a path that is pasted replaces it
	s.entry.Refresh()
	s.look(path)
}

// look finds out what there is at a path.
func (s *folderSheet) look(path string) {
	s.turn++
	s.wanted = false
	turn := s.turn
	setEnabled(s.use, false)
	if path == "" {
		s.saw(manager.Folder{})
		return
	}
	s.c.LookAtFolder(path, func(f manager.Folder) {
		if turn == s.turn {
			s.saw(f)
		}
	})
}

// saw says what there is.
func (s *folderSheet) saw(f manager.Folder) {
	s.folder = f
	words, ink, ok := s.judge(f)
	if f.Kind != manager.FolderNone {
		words = text.FolderIs(f.Path, words)
	}
	s.says.Segments[0].(*widget.TextSegment).Style.ColorName = ink
	setPlain(s.says, words)
	s.says.Refresh()
	setEnabled(s.use, ok)
	s.sheet.layer.Refresh()
	if s.wanted && ok && topSheet(s.win) == s.sheet {
		s.use.OnTapped()
	}
	s.wanted = false
}

// judgeRoot says what there is where a library is wanted, and whether it can be used.
func judgeRoot(f manager.Folder) (says string, ink fyne.ThemeColorName, ok bool) {
	switch f.Kind {
	case manager.FolderNone:
		return "", colorMuted, false
	case manager.FolderLibrary:
		says, ink, ok = text.FolderLibrary(f.Chunks), theme.ColorNameSuccess, true
		if !f.Writable {
			says, ink = says+" "+text.MayBeAsked, theme.ColorNameWarning
		}
		return says, ink, ok
	case manager.FolderOther:
		says, ink, ok = text.FolderOther, theme.ColorNameWarning, true
	default:
		says, ink, ok = judgeFree(f)
	}
	return readOnly(f, says, ink, ok)
}

// judgeSample says what there is where the sample is wanted, and whether it can be made.
func judgeSample(f manager.Folder) (says string, ink fyne.ThemeColorName, ok bool) {
	switch f.Kind {
	case manager.FolderNone:
		return "", colorMuted, false
	case manager.FolderLibrary, manager.FolderOther:
		says, ink, ok = text.SampleGoes(controller.SampleIn(f)), colorMuted, true
	default:
		says, ink, ok = judgeFree(f)
	}
	return readOnly(f, says, ink, ok)
}

// judgeFree says what there is at a path without files.
func judgeFree(f manager.Folder) (says string, ink fyne.ThemeColorName, ok bool) {
	switch f.Kind {
	case manager.FolderMissing:
		if !f.Writable {
			return text.FolderUnmade, theme.ColorNameError, false
		}
		return text.FolderMissing, colorMuted, true
	case manager.FolderFile:
		return text.FolderFile, theme.ColorNameError, false
	case manager.FolderClosed:
		return text.Sentence(text.FolderClosed + ": " + f.Err.Error()), theme.ColorNameError, false
	}
	return text.FolderEmpty, colorMuted, true
}

// readOnly says in place of all else that nothing can be written, if that is so.
func readOnly(f manager.Folder, says string, ink fyne.ThemeColorName, ok bool) (string, fyne.ThemeColorName, bool) {
	if ok && !f.Writable {
		return text.ReadOnly, theme.ColorNameError, false
	}
	return says, ink, ok
}

// browse shows the folders of the disk. It begins above the one that is typed, which is
// easily seen and chosen from there.
func (s *folderSheet) browse() {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder != nil && err == nil {
			s.entry.SetText(folder.Path())
			s.win.Canvas().Focus(s.entry)
		}
	}, s.win)
	if s.folder.Above != "" {
		if above, err := storage.ListerForURI(storage.NewFileURI(s.folder.Above)); err == nil {
			d.SetLocation(above)
		}
	}
	showFileDialog(d, s.win, text.Browse, text.UseFolder)
}
