package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ragmanager/assets"
	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// iconResource is the icon of the program. Fyne draws the corners of its SVG square.
var iconResource = fyne.NewStaticResource("ragmanager.png", assets.Icon)

// newWelcome returns what is shown while there is no library.
func newWelcome(c *controller.Controller, act func(controller.Action)) fyne.CanvasObject {
	const width, iconSize = 560, 88
	icon := canvas.NewImageFromResource(iconResource)
	icon.ScaleMode = canvas.ImageScaleSmooth
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSize(iconSize, iconSize))
	title := plain(text.WelcomeTitle, theme.ColorNameForeground, theme.SizeNameHeadingText, true)
	centre(title)
	title.Segments[0].(*widget.TextSegment).Style.TextStyle.Bold = true
	words := plain(text.WelcomeWords, colorMuted, theme.SizeNameText, true)
	centre(words)
	sample := newKeyedButton(text.TrySample, theme.MediaPlayIcon(), c.TrySample)
	sample.Importance = widget.HighImportance
	own := newKeyedButton(text.OwnFolder, theme.FolderOpenIcon(), func() { act(controller.SetRoot) })
	key := newKeyedButton(text.SetKey, theme.LoginIcon(), func() { act(controller.SetKey) })
	key.Importance = widget.LowImportance
	note := muted(text.WelcomeKey, true)
	centre(note)
	space := spacer(0, 2)
	box := container.NewVBox(spacer(width, 0), icon, title, words,
		container.NewCenter(container.NewHBox(sample, own)), space, widget.NewSeparator(), space, note, container.NewCenter(key))
	return container.NewVScroll(container.NewCenter(box))
}

// newNotice returns what is shown while the library cannot be worked with.
func newNotice() *notice {
	n := &notice{
		title: plain("", theme.ColorNameForeground, theme.SizeNameSubHeadingText, true),
		words: plain("", colorMuted, theme.SizeNameText, true),
	}
	centre(n.title)
	centre(n.words)
	const width = 460
	n.button = newKeyedButton("", nil, func() { n.tapped() })
	n.button.Importance = widget.HighImportance
	n.content = container.NewCenter(container.NewVBox(spacer(width, 0), n.title, n.words, container.NewHBox(layout.NewSpacer(), n.button, layout.NewSpacer())))
	return n
}

// A notice says in place of the views why there is nothing to see.
type notice struct {
	content      fyne.CanvasObject
	title, words *widget.RichText
	button       *keyedButton
	tapped       func()
}

// say shows a title, words and a button that does something, or none.
func (n *notice) say(title, words, button string, tapped func()) {
	setPlain(n.title, title)
	setPlain(n.words, words)
	n.tapped = tapped
	n.button.Hidden = button == ""
	n.button.SetText(button)
}
