package answer

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"ragmanager/manager/window/markdown"
)

// A look is what sections are drawn with. Two that are equal draw the same.
type look struct {
	text, muted, link, wrong, back color.Color
	codeBack, line, selected       color.Color
	size, radius, scale            float32
	font                           string
}

// currentLook returns the look that the theme wants.
func (v *View) currentLook() look {
	of := func(name fyne.ThemeColorName) color.Color { return theme.ColorForWidget(name, v) }
	l := look{
		text:     of(cmp.Or(v.options.Ink, theme.ColorNameForeground)),
		muted:    of(theme.ColorNamePlaceHolder),
		link:     of(theme.ColorNameHyperlink),
		back:     of(theme.ColorNameBackground),
		wrong:    of(theme.ColorNameError),
		codeBack: of(theme.ColorNameHeaderBackground),
		line:     of(theme.ColorNameSeparator),
		selected: of(theme.ColorNameSelection),
		size:     theme.SizeForWidget(cmp.Or(v.options.Size, theme.SizeNameText), v),
		radius:   theme.SizeForWidget(theme.SizeNameInputRadius, v),
		scale:    1,
	}
	if f := v.Theme().Font(fyne.TextStyle{}); f != nil {
		l.font = f.Name()
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil {
		l.scale = c.Scale()
	}
	return l
}

// headings are the sizes of headings by level, relative to that of text.
var headings = [...]float32{0, 1.55, 1.3, 1.13, 1, 1, 1}

// gap returns the space between two blocks.
func (l look) gap(kind, before markdown.Kind) float32 {
	switch {
	case kind == markdown.Heading && before == markdown.Heading:
		return l.size * 0.7
	case kind == markdown.Heading:
		return l.size * 1.2
	case before == markdown.Heading:
		return l.size * 0.45
	}
	return l.size * 0.7
}

// sharpness is how many pixels of an equation there are for one unit of Fyne:
// more than the screen has, as they are not drawn at whole pixels.
func (l look) sharpness() float32 { return max(2, 2*l.scale) }

// rgba returns a colour for a Typesetter.
func rgba(c color.Color) color.RGBA { return color.RGBAModel.Convert(c).(color.RGBA) }
