package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"ragmanager/manager/window/controller"
	"ragmanager/manager/window/text"
)

// shortcuts are the keys of actions, which work wherever the focus is. Those that
// entries need for themselves are left out, and Fyne takes none without Ctrl; see
// also typedKey.
var shortcuts = map[controller.Action]desktop.CustomShortcut{
	controller.SetRoot:          {KeyName: fyne.KeyO, Modifier: fyne.KeyModifierShortcutDefault},
	controller.SetKey:           {KeyName: fyne.KeyK, Modifier: fyne.KeyModifierShortcutDefault},
	controller.SourceURLs:       {KeyName: fyne.KeyU, Modifier: fyne.KeyModifierShortcutDefault},
	controller.AssistantPrompts: {KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Configure:        {KeyName: fyne.KeyComma, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Help:             {KeyName: fyne.KeySlash, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Chunk:            {KeyName: fyne.KeyB, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Embed:            {KeyName: fyne.KeyE, Modifier: fyne.KeyModifierShortcutDefault},
	controller.PurgeEmbeds:      {KeyName: fyne.KeyG, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Delete:           {KeyName: fyne.KeyD, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift},
	controller.CheckAll:         {KeyName: fyne.KeyT, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Retrieve:         {KeyName: fyne.KeyR, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Submit:           {KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault},
	controller.History:          {KeyName: fyne.KeyH, Modifier: fyne.KeyModifierShortcutDefault},
	controller.Clear:            {KeyName: fyne.KeyH, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift},
	controller.Abort:            {KeyName: fyne.KeyPeriod, Modifier: fyne.KeyModifierShortcutDefault},
}

// menu makes the main menu, in which every action stands with its keys.
func (w *Window) menu() *fyne.MainMenu {
	items := map[controller.Action][]*fyne.MenuItem{}
	item := func(a controller.Action) *fyne.MenuItem {
		i := fyne.NewMenuItem(string(a), w.chosen(func() { w.act(a) }))
		if keys, ok := shortcuts[a]; ok {
			i.Shortcut = &keys
		}
		items[a] = append(items[a], i)
		return i
	}
	sample := fyne.NewMenuItem(text.TrySample, w.chosen(w.c.TrySample))
	items[controller.SetRoot] = append(items[controller.SetRoot], sample) // it changes the library, too
	rule := fyne.NewMenuItemSeparator()
	quit := fyne.NewMenuItem(text.Quit, w.quit)
	quit.IsQuit = true
	quit.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierShortcutDefault}
	m := fyne.NewMainMenu(
		fyne.NewMenu(text.MenuLibrary, item(controller.SetRoot), sample, item(controller.SourceURLs), item(controller.CheckAll), rule,
			item(controller.Chunk), item(controller.Embed), item(controller.PurgeEmbeds), item(controller.Delete), rule, quit),
		fyne.NewMenu(text.MenuAsk, item(controller.Submit), item(controller.Retrieve), item(controller.Abort), rule, item(controller.History), item(controller.Clear), rule, w.focusItem()),
		fyne.NewMenu(text.MenuSetUp, item(controller.SetKey), item(controller.AssistantPrompts), item(controller.Configure), item(controller.SayVectors)),
		w.viewMenu(),
		fyne.NewMenu(text.Help, item(controller.Help)),
	)
	allow(items, w.c.State())
	w.c.States.Connect(func(s controller.State) {
		if allow(items, s) {
			m.Refresh() // a menu shows what it was when it was built
		}
	})
	return m
}

// allow enables and disables items as a state has it. It reports whether any has
// changed.
func allow(items map[controller.Action][]*fyne.MenuItem, s controller.State) (changed bool) {
	for a, list := range items {
		for _, i := range list {
			disabled := s.Why(a) != ""
			changed = changed || i.Disabled != disabled
			i.Disabled = disabled
		}
	}
	return changed
}

// chosen returns what an item of the menu does. That is nothing while a sheet lies
// over the window, since Fyne takes the keys of menus there as well.
func (w *Window) chosen(do func()) func() {
	return func() {
		if w.win.Canvas().Overlays().Top() == nil {
			do()
		}
	}
}

func (w *Window) focusItem() *fyne.MenuItem {
	i := fyne.NewMenuItem(text.TypeQuestion, w.chosen(func() { w.win.Canvas().Focus(w.composer.entry) }))
	i.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyL, Modifier: fyne.KeyModifierShortcutDefault}
	return i
}

// viewMenu makes the menu of what is seen, and how.
func (w *Window) viewMenu() *fyne.Menu {
	keyed := func(label string, key fyne.KeyName, do func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(label, do)
		if key != "" {
			i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
		}
		return i
	}
	keys := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5}
	names := []string{text.Chat, text.Retrieval, text.Chunks, text.Sources, text.Log}
	worn := func(label string, a Appearance) *fyne.MenuItem {
		i := fyne.NewMenuItem(label, func() { w.setAppearance(a) })
		w.worn[a] = i
		return i
	}
	m := fyne.NewMenu(text.MenuView)
	for v := controller.ChatView; v <= controller.LogView; v++ {
		m.Items = append(m.Items, keyed(names[v], keys[v], w.chosen(func() { w.tabs.Select(w.items[v]) })))
	}
	m.Items = append(m.Items, fyne.NewMenuItemSeparator(),
		worn(text.AsSystem, System), worn(text.InLight, Light), worn(text.InDark, Dark),
		fyne.NewMenuItemSeparator(),
		keyed(text.Larger, fyne.KeyEqual, func() { w.zoom(zoomStep) }),
		keyed(text.Smaller, fyne.KeyMinus, func() { w.zoom(1 / zoomStep) }),
		keyed(text.UsualSize, fyne.Key0, func() { w.zoom(0) }),
	)
	w.markAppearance()
	return m
}

// typedKey does what keys without Ctrl are for, unless what has the focus takes them.
func (w *Window) typedKey(k *fyne.KeyEvent) {
	switch {
	case typedAbove(w.win, k):
	case k.Name == fyne.KeyF1:
		w.act(controller.Help)
	case k.Name == fyne.KeyEscape:
		w.c.StopAnswer()
	case w.tabs.Selected() == w.items[controller.ChatView]:
		scrollBy(w.chat.scroll, k)
	}
}
