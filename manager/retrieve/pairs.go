package retrieve

// pairWeight is how much two words of a question that follow each other in a
// chunk too count, against one word of the same rarity. It is the ordered part
// of Metzler and Croft's sequential dependence model, SIGIR 2005, put on BM25.
// Of 0, 0.05, 0.1 and 0.2, 0.1 was the best on five collections together, see
// docs/retrieval.md.
const pairWeight = 0.1

// pairScores returns what documents gain by having words of a question one
// after the other. A document may be in it several times.
func (x *Index) pairScores(q query) []scored {
	var scores []scored
	for i := 1; i < min(len(q.words), closely); i++ {
		a, b := q.words[i-1].main, q.words[i].main
		if a < 0 || b < 0 || a == b {
			continue
		}
		from := len(scores)
		for d := range x.both(a, b) {
			if tf := x.together(d, uint32(a), uint32(b)); tf > 0 {
				scores = append(scores, scored{int32(d), saturated(tf)})
			}
		}
		weight := pairWeight * float32(x.rarityOf(len(scores)-from))
		for j := range scores[from:] {
			scores[from+j].score *= weight
		}
	}
	return scores
}

// both yields the documents that have two terms.
func (x *Index) both(a, b int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		fromA, toA := x.span(a)
		fromB, toB := x.span(b)
		listA, listB := x.postings[fromA:toA], x.postings[fromB:toB]
		for len(listA) > 0 && len(listB) > 0 {
			switch da, db := listA[0].document, listB[0].document; {
			case da < db:
				listA = listA[1:]
			case da > db:
				listB = listB[1:]
			default:
				if !yield(int(da)) {
					return
				}
				listA, listB = listA[1:], listB[1:]
			}
		}
	}
}

// together returns what the occurrences of a and then b in a document count.
func (x *Index) together(document int, a, b uint32) float32 {
	var tf float32
	f := 0
	words := x.sequence(document)
	for i, id := range words {
		switch {
		case id == gap:
			f++
		case id == a && words[i+1] == b: // a gap follows the last word
			tf += x.norms[document][f]
		}
	}
	return tf
}
