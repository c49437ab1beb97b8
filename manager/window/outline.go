package window

import (
	"slices"

	"fyne.io/fyne/v2"
)

// A node is a row of an outline. Nodes are in the order in which they stand when
// all are seen, each behind what it is in.
type node struct {
	id     string // unique, and the same after a reload
	depth  int
	parent int // -1 for none
	end    int // of the nodes within it
}

// branch reports whether node i has others within.
func (n node) branch(i int) bool { return n.end > i+1 }

// An outline is a tree of rows that can be closed and filtered. It is a list of the
// rows that are seen, because the tree of Fyne visits every node whenever it is
// drawn, which takes too long with 20,000.
type outline struct {
	list  *keyedList
	nodes []node
	rows  []int // the nodes that are seen, in order

	kept     []bool          // nodes that the filter lets through; nil without a filter
	open     map[string]bool // branches, without a filter
	shut     map[string]bool // branches, with a filter, which opens all others
	selected string          // ID, "" for none
	pick     func(i int)     // a node has been selected by the user
}

// newOutline returns an outline. update shows node i in a row.
func newOutline(create func() fyne.CanvasObject, update func(i int, o fyne.CanvasObject), pick func(i int)) *outline {
	t := &outline{open: map[string]bool{}, shut: map[string]bool{}, pick: pick}
	t.list = newKeyedList(func() int { return len(t.rows) }, create, func(row int, o fyne.CanvasObject) {
		update(t.rows[row], o)
	}, t.picked)
	t.list.key = t.typed
	return t
}

// set changes the nodes. Branches stay open, and the selection stays, by their IDs.
func (t *outline) set(nodes []node, kept []bool) {
	t.nodes, t.kept = nodes, kept
	t.arrange()
}

// filter changes which nodes are let through; nil stands for all.
func (t *outline) filter(kept []bool) {
	clear(t.shut)
	t.kept = kept
	t.arrange()
}

// arrange works out which rows are seen.
func (t *outline) arrange() {
	t.rows = t.rows[:0]
	at := -1
	for i := 0; i < len(t.nodes); {
		n := t.nodes[i]
		if t.kept != nil && !t.kept[i] {
			i = n.end
			continue
		}
		if n.id == t.selected {
			at = len(t.rows)
		}
		t.rows = append(t.rows, i)
		if n.branch(i) && !t.isOpen(i) {
			i = n.end
		} else {
			i++
		}
	}
	if at != t.list.at {
		t.list.none()
		if at >= 0 {
			t.list.mark(at)
		}
	}
	t.list.Refresh()
}

// isOpen reports whether what is within a node is seen.
func (t *outline) isOpen(i int) bool {
	if t.kept != nil {
		return !t.shut[t.nodes[i].id]
	}
	return t.open[t.nodes[i].id]
}

// setOpen opens or closes a branch.
func (t *outline) setOpen(i int, open bool) {
	id := t.nodes[i].id
	if t.kept != nil {
		t.shut[id] = !open
	} else {
		t.open[id] = open
	}
}

// toggle opens a branch that is closed and closes one that is open.
func (t *outline) toggle(i int) {
	if t.nodes[i].branch(i) {
		t.setOpen(i, !t.isOpen(i))
		t.arrange()
	}
}

// setAll opens or closes all branches.
func (t *outline) setAll(open bool) {
	for i, n := range t.nodes {
		if n.branch(i) {
			t.setOpen(i, open)
		}
	}
	t.arrange()
	if row := t.list.at; row >= 0 {
		t.list.ScrollTo(row)
	}
}

// picked takes that a row was selected.
func (t *outline) picked(row int) {
	t.selected = t.nodes[t.rows[row]].id
	t.pick(t.rows[row])
}

// choose selects a node, opens the branches that it is in, and shows its row. The
// filter must let it through.
func (t *outline) choose(i int) {
	for p := t.nodes[i].parent; p >= 0; p = t.nodes[p].parent {
		t.setOpen(p, true)
	}
	t.selected = t.nodes[i].id
	t.arrange()
	if t.list.at >= 0 {
		t.list.ScrollTo(t.list.at)
	}
	t.pick(i)
}

// tap takes a tap on the row of a node.
func (t *outline) tap(i int) {
	if row := slices.Index(t.rows, i); row >= 0 {
		t.list.Select(row)
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(t.list); c != nil {
		c.Focus(t.list) // it does not take it for a row that is selected already
	}
}

// typed takes the keys that open and close branches, as in other programs.
func (t *outline) typed(k *fyne.KeyEvent) bool {
	if t.list.at < 0 || t.list.at >= len(t.rows) {
		return false
	}
	i := t.rows[t.list.at]
	n := t.nodes[i]
	switch k.Name {
	case fyne.KeyRight:
		if n.branch(i) && !t.isOpen(i) {
			t.toggle(i)
		} else if n.branch(i) {
			t.list.move(t.list.at+1, 1)
		}
	case fyne.KeyLeft:
		if n.branch(i) && t.isOpen(i) {
			t.toggle(i)
		} else if n.parent >= 0 {
			t.tap(n.parent)
		}
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		t.toggle(i)
	default:
		return false
	}
	return true
}
