package standin

import (
	"hash/fnv"
	"math"
	"strings"
	"unicode"
)

// Vector returns the embedding of a text: a vector of length 1 and of so many
// components, one at least. The cosine of two vectors is about the share of the
// words that their texts have in common. Case, order and endings of words count
// little, words such as "the" next to nothing.
func Vector(text string, dimensions int) []float32 {
	sums := make([]float64, max(dimensions, 1))
	counts := map[string]float64{}
	for _, word := range Words(text) {
		counts[word]++
	}
	if len(counts) == 0 {
		counts[text] = 1
	}
	// Sums of floats depend on their order, and that of a map is by chance: only
	// whole multiples of a fraction that has an exact form are added.
	for word, count := range counts {
		weight := math.Round(weightOf(word)*math.Sqrt(count)*1024) / 1024
		spread(sums, word, weight)
		spread(sums, stem(word)+"*", weight)
	}
	length := 0.0
	for _, x := range sums {
		length += x * x
	}
	vector := make([]float32, len(sums))
	if length == 0 { // all cancelled each other
		vector[0] = 1
		return vector
	}
	for i, x := range sums {
		vector[i] = float32(x / math.Sqrt(length))
	}
	return vector
}

// Words returns the words of a text, in lower case.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// stem returns the beginning of a word, without its ending.
func stem(word string) string {
	const most = 5
	if runes := []rune(word); len(runes) > most {
		return string(runes[:most])
	}
	return strings.TrimSuffix(word, "s")
}

// spread adds a weight, with signs by chance, to a few components that follow
// from the word.
func spread(sums []float64, word string, weight float64) {
	h := fnv.New64a()
	h.Write([]byte(word))
	bits := h.Sum64()
	for range 4 {
		bits = bits*6364136223846793005 + 1442695040888963407 // Knuth, MMIX
		sign := float64(int(bits>>32&1)*2 - 1)
		sums[int(bits>>33)%len(sums)] += sign * weight
	}
}

// weightOf returns how much a word says about its text.
func weightOf(word string) float64 {
	if strings.Contains(commonWords, " "+word+" ") {
		return 1. / 16
	}
	return 1
}

const commonWords = " a about all also an and any are as at be but by can do does for from had has have how i if in into is it its " +
	"me my no not of on one or our so than that the their them then there these they this to up was we what when where which who will with you your "
