package chunker

import (
	"strings"

	"golang.org/x/net/html"
)

// groupElement walks a center or a figure: what stands in it belongs together
// if there is one table or figure.
func (w *walker) groupElement(n *html.Node) {
	if w.flat != "" {
		w.container(n)
		return
	}
	w.flush()
	outer, start := w.group, len(w.out)
	w.groups++
	w.group = w.groups
	w.block(n, true)
	own := captionListing(pairCaptions(w.out[start:]))
	w.out = append(w.out[:start], gatherNotes(own, w.group)...)
	for _, f := range w.out[start:] {
		f.group, f.grouped = outer, true
	}
	w.group = outer
}

// imagesOnly makes a figure of a run that holds nothing but images, matched by
// their alt texts. Without any it belongs to its neighbour.
func (w *walker) imagesOnly(f *fragment, r *run) bool {
	if len(r.images) == 0 {
		return false
	}
	if content, _ := r.cut(); visible(content) {
		return false
	}
	f.kind, f.role, f.offset = Figure, object, r.images[0].offset
	var alts []string
	for _, m := range r.images {
		f.video = f.video || m.video
		if m.alt != "" {
			alts = append(alts, m.alt)
		}
	}
	f.match = strings.Join(alts, "\n")
	if len(alts) > 0 {
		f.match = join(f.match, strings.Join(r.prompts, "\n"))
	}
	w.addImages(f, r)
	return true
}

// addImages gives a fragment the images of its run.
func (w *walker) addImages(f *fragment, r *run) {
	for _, m := range r.images {
		f.images = append(f.images, m.markdown)
	}
}

// pairCaptions gives each caption to the table or the images that it is typed
// under or, failing that, over. What stands in the same center or figure goes
// first.
func pairCaptions(in []*fragment) []*fragment {
	for i := range in {
		in[i].becomeCaption(in[max(i-1, 0)], in[min(i+1, len(in)-1)])
		if in[i].role != caption {
			continue
		}
		c := in[i]
		if len(c.images) > 0 {
			c.role = paired
			continue
		}
		before, after := i-1, i+1
		for before >= 0 && in[before].role == taken {
			before--
		}
		fitsBefore := before >= 0 && c.fits(in[before])
		fitsAfter := after < len(in) && c.fits(in[after])
		if fitsBefore && fitsAfter && in[before].group != c.group && in[after].group == c.group {
			fitsBefore = false
		}
		switch {
		case fitsBefore:
			c.take(in[before], true)
			for before--; before >= 0 && in[before].role == object && in[before].kind == Figure && in[before].group == c.group && c.kind == Figure; before-- {
				c.take(in[before], true)
			}
		case fitsAfter:
			c.take(in[after], false)
		}
	}
	out := in[:0]
	for _, f := range in {
		if f.role != taken {
			out = append(out, f)
		}
	}
	return out
}

// captionListing makes a caption that stands with one listing and nothing else
// the paragraph before that.
func captionListing(in []*fragment) []*fragment {
	if len(in) != 2 {
		return in
	}
	if in[0].kind == Preformat && in[1].role == caption {
		in[0], in[1] = in[1], in[0]
	}
	if in[0].role == caption && in[1].kind == Preformat {
		in[0].role, in[0].kind = text, Paragraph
	}
	return in
}

// becomeCaption makes a caption of a paragraph that begins like one and stands
// beside a table or an image without caption.
func (f *fragment) becomeCaption(before, after *fragment) {
	if f.role != text || f.kind != Paragraph || before.role != object && after.role != object || !short(f.match, noteLength) {
		return
	}
	kind, number, rest := captionKind(f.match)
	if kind == "" {
		return
	}
	c := &fragment{kind: kind}
	if !c.fits(before) && !c.fits(after) {
		return
	}
	_, _, content := captionKind(f.content)
	f.role, f.kind = caption, kind
	f.match, f.content = label(kind, number, rest), label(kind, number, content)
}

// fits reports whether a fragment lacks a caption and can have this one.
func (f *fragment) fits(o *fragment) bool {
	if f.grouped && !o.grouped && !o.bare {
		return false // an image in a paragraph of its own is none of a center's
	}
	return o.role == object && (o.kind == Table) == (f.kind == Table)
}

// take makes a caption and its table or images one fragment.
func (f *fragment) take(o *fragment, before bool) {
	f.role = paired
	f.body = joinWith(o.body, "\n\n", f.body)
	if o.kind == Table {
		f.body = joinWith(o.content, "\n\n", f.body)
	}
	f.images = append(o.images, f.images...)
	f.addPrompts(o.prompts)
	if o.kind == Table {
		f.untitled, f.offset = o.untitled, o.offset
	}
	if before {
		f.links = append(o.links, f.links...)
		f.first = o.first
	} else {
		f.links = append(f.links, o.links...)
		f.last, f.newlines = o.last, o.newlines
	}
	o.role = taken
}

// addPrompts adds prompts that stand outside of the caption.
func (f *fragment) addPrompts(prompts []string) {
	f.prompts = append(f.prompts, prompts...)
	if f.role == paired {
		f.match = join(f.match, strings.Join(prompts, "\n"))
	}
}

// noteLength is the length of a text, in characters, up to which it can be a
// note to a table or figure in the same center.
const noteLength = 300

// gatherNotes gives the only table or figure of a group the short texts that
// stand bare beside it.
func gatherNotes(in []*fragment, group int) []*fragment {
	only := -1
	for i, f := range in {
		switch {
		case f.role == paired || f.role == object:
			if only >= 0 {
				return in
			}
			only = i
		case f.role == promptsOnly:
		case f.role != text || f.kind != Paragraph || !f.bare || f.group != group && f.group == 0 || !short(f.match, noteLength):
			return in
		}
	}
	if only < 0 || len(in) < 2 {
		return in
	}
	f := in[only]
	for i, note := range in {
		if i != only {
			f.notes = joinWith(f.notes, "\n\n", note.content)
			f.addPrompts(note.prompts)
			f.links = append(f.links, note.links...)
			f.first = min(f.first, note.first)
			if note.last > f.last {
				f.last, f.newlines = note.last, note.newlines
			}
		}
	}
	return []*fragment{f}
}

// finishFigure writes the content of a table or figure: its caption, what it
// is, and the notes beside it.
func (f *fragment) finishFigure() {
	parts := []string{f.content}
	if f.role == object && f.kind == Figure {
		parts = nil
	}
	if f.body != "" {
		parts = append(parts, f.body)
	}
	if len(f.images) > 0 {
		parts = append(parts, strings.Join(f.images, "  \n"))
	}
	if f.notes != "" {
		parts = append(parts, f.notes)
	}
	f.content = strings.Join(parts, "\n\n")
}
