package window

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Names of colours besides those of Fyne.
const (
	colorPanel  fyne.ThemeColorName = "panel"  // behind the panel and the status bar
	colorCard   fyne.ThemeColorName = "card"   // behind what belongs together
	colorMuted  fyne.ThemeColorName = "muted"  // of text that is less important
	colorHigh   fyne.ThemeColorName = "high"   // tier
	colorMid    fyne.ThemeColorName = "mid"    // tier
	colorLow    fyne.ThemeColorName = "low"    // tier
	colorShared fyne.ThemeColorName = "shared" // behind words that a text shares with the question
	colorPrompt fyne.ThemeColorName = "prompt" // behind prompts of authors
	colorVeil   fyne.ThemeColorName = "veil"   // over the window, behind a sheet
)

// Appearance says which colours the window has.
type Appearance string

// The appearances.
const (
	System Appearance = ""      // as the desktop has it
	Light  Appearance = "light" //
	Dark   Appearance = "dark"  //
)

// A windowTheme has the colours of the icon on those of Fyne.
type windowTheme struct {
	fyne.Theme
	appearance Appearance
	zoom       float32
}

// NewTheme returns the theme of the window, with everything zoom times as large as
// usual.
func NewTheme(a Appearance, zoom float32) fyne.Theme {
	return &windowTheme{theme.DefaultTheme(), a, zoom}
}

// Color implements [fyne.Theme].
func (t *windowTheme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	switch t.appearance {
	case Light:
		variant = theme.VariantLight
	case Dark:
		variant = theme.VariantDark
	}
	palette := lightColors
	if variant == theme.VariantDark {
		palette = darkColors
	}
	if c, ok := palette[name]; ok {
		return c
	}
	return t.Theme.Color(name, variant)
}

// Size implements [fyne.Theme].
func (t *windowTheme) Size(name fyne.ThemeSizeName) float32 {
	size, ok := sizes[name]
	if !ok {
		size = t.Theme.Size(name)
	}
	return size * t.zoom
}

// sizes are a little closer than those of Fyne, so that the panel fits a small
// window.
var sizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:           14,
	theme.SizeNameInnerPadding:   7,
	theme.SizeNamePadding:        4,
	theme.SizeNameInputRadius:    6,
	theme.SizeNameScrollBar:      12,
	theme.SizeNameScrollBarSmall: 5,
	theme.SizeNameHeadingText:    22,
	theme.SizeNameSubHeadingText: 17,
	theme.SizeNameCaptionText:    12,
}

// rgb returns an opaque colour.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// rgba returns a colour that lets through what is below it.
func rgba(hex uint32, alpha uint8) color.NRGBA {
	c := rgb(hex)
	c.A = alpha
	return c
}

// letters returns an opaque colour for letters. Fyne shows the keys of a menu in it
// with an opacity that it takes from the lower half of 95 % of its own: with that of
// usual colours they can hardly be read.
func letters(hex uint32) color.Color {
	const opacity = 0xff87 // 95 % of it are 0xf2c0, so that keys have an opacity of 75 %
	c := rgb(hex)
	twice := func(b uint8) uint16 { return uint16(b) * 0x101 }
	return color.RGBA64{twice(c.R), twice(c.G), twice(c.B), opacity}
}

var lightColors = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          rgb(0xfbfcfd),
	theme.ColorNameForeground:          letters(0x1b2a31),
	theme.ColorNamePrimary:             rgb(0x19697b),
	theme.ColorNameForegroundOnPrimary: rgb(0xffffff),
	theme.ColorNameHyperlink:           rgb(0x0f6a86),
	theme.ColorNameButton:              rgb(0xe8eef1),
	theme.ColorNameDisabledButton:      rgb(0xf0f3f5),
	theme.ColorNameDisabled:            rgb(0x9aa9b1),
	theme.ColorNamePlaceHolder:         rgb(0x64767f),
	theme.ColorNameInputBackground:     rgb(0xffffff),
	theme.ColorNameInputBorder:         rgb(0xc4d0d6),
	theme.ColorNameSeparator:           rgb(0xdde5e9),
	theme.ColorNameHeaderBackground:    rgb(0xeff4f6),
	theme.ColorNameMenuBackground:      rgb(0xf4f7f8),
	theme.ColorNameOverlayBackground:   rgb(0xfbfcfd),
	theme.ColorNameHover:               rgba(0x19697b, 0x18),
	theme.ColorNamePressed:             rgba(0x19697b, 0x30),
	theme.ColorNameFocus:               rgba(0x19697b, 0x50),
	theme.ColorNameSelection:           rgba(0x19697b, 0x38),
	theme.ColorNameScrollBar:           rgba(0x1b2a31, 0x60),
	theme.ColorNameShadow:              rgba(0x1b2a31, 0x18), // also the bars of splits
	theme.ColorNameSuccess:             rgb(0x2a7a4b),
	theme.ColorNameWarning:             rgb(0x9a5b00),
	theme.ColorNameError:               rgb(0xb3261e),

	colorPanel:  rgb(0xf0f4f6),
	colorCard:   rgb(0xffffff),
	colorMuted:  rgb(0x5a6d76),
	colorHigh:   rgb(0x2a7a4b),
	colorMid:    rgb(0xb87400),
	colorLow:    rgb(0x8a5a56),
	colorShared: rgba(0xffb347, 0x66),
	colorPrompt: rgba(0x5fb6cb, 0x4d),
	colorVeil:   rgba(0x000000, 0x30),
}

var darkColors = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          rgb(0x12191d),
	theme.ColorNameForeground:          letters(0xe3ebef),
	theme.ColorNamePrimary:             rgb(0x5fb6cb),
	theme.ColorNameForegroundOnPrimary: rgb(0x0c1418),
	theme.ColorNameHyperlink:           rgb(0x7cc8da),
	theme.ColorNameButton:              rgb(0x243239),
	theme.ColorNameDisabledButton:      rgb(0x1b262c),
	theme.ColorNameDisabled:            rgb(0x617680),
	theme.ColorNamePlaceHolder:         rgb(0x8ea1ab),
	theme.ColorNameInputBackground:     rgb(0x1b262c),
	theme.ColorNameInputBorder:         rgb(0x3a4b54),
	theme.ColorNameSeparator:           rgb(0x2a3a42),
	theme.ColorNameHeaderBackground:    rgb(0x1d292f),
	theme.ColorNameMenuBackground:      rgb(0x1a242a),
	theme.ColorNameOverlayBackground:   rgb(0x182227),
	theme.ColorNameHover:               rgba(0x5fb6cb, 0x24),
	theme.ColorNamePressed:             rgba(0x5fb6cb, 0x40),
	theme.ColorNameFocus:               rgba(0x5fb6cb, 0x60),
	theme.ColorNameSelection:           rgba(0x5fb6cb, 0x48),
	theme.ColorNameScrollBar:           rgba(0xe3ebef, 0x60),
	theme.ColorNameShadow:              rgba(0x000000, 0x80),
	theme.ColorNameSuccess:             rgb(0x6cc28f),
	theme.ColorNameWarning:             rgb(0xe8a64a),
	theme.ColorNameError:               rgb(0xf2857d),

	colorPanel:  rgb(0x172126),
	colorCard:   rgb(0x172126),
	colorMuted:  rgb(0x93a6b0),
	colorHigh:   rgb(0x6cc28f),
	colorMid:    rgb(0xe8a64a),
	colorLow:    rgb(0xc79a95),
	colorShared: rgba(0xffb347, 0x59),
	colorPrompt: rgba(0x5fb6cb, 0x4d),
	colorVeil:   rgba(0x000000, 0x80),
}

// tierColor returns the colour of a tier.
func tierColor(tier string) fyne.ThemeColorName {
	switch tier {
	case "high":
		return colorHigh
	case "mid":
		return colorMid
	}
	return colorLow
}

// colorOf returns a colour of the theme that counts.
func colorOf(name fyne.ThemeColorName) color.Color {
	settings := fyne.CurrentApp().Settings()
	return settings.Theme().Color(name, settings.ThemeVariant())
}
