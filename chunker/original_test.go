package chunker

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A departure is a chunk of the original whose name we do not keep, on purpose.
type departure struct {
	page  string
	chunk int // 0-based, in the order of the original
}

// departures is the ledger of the names that differ from those of the original,
// and why. Embedding a chunk anew costs next to nothing, so a better match
// string is worth a new name; a different name for no reason is not.
var departures = map[string][]departure{
	"entities and hard spaces become their characters": {
		{"kite_console_reference", 5},
		{"sanderling_units", 3},
		{"sanderling_units", 4},
		{"sanderling_units", 5},
		{"sanderling_units", 7},
		{"sanderling_units", 12},
		{"adv_windows", 3},
		{"adv_names", 8},
	},
	"a line break is a space, and inline tags of all kinds vanish": {
		{"kite_console_reference", 2},
		{"kite_console_reference", 6},
		{"kite_console_reference", 12},
	},
	"all ways of writing a link or an image are understood": {
		{"price_list", 8},
		{"price_list", 10},
		{"price_list", 11},
		{"price_list", 12},
		{"price_list", 13},
		{"adv_urls", 24},
		{"adv_urls", 25},
		{"adv_urls", 31},
	},
	"a link leaves its text in the match string, whatever its address or text holds": {
		{"adv_urls", 19},
		{"adv_urls", 26},
		{"adv_urls", 27},
	},
	"Markdown typed by hand is text": {
		{"change_log", 22},
		{"adv_urls", 30},
	},
	"an image leaves its alt text in the match string, or nothing": {
		{"osprey_figures", 14},
		{"osprey_figures", 15},
		{"adv_urls", 32},
		{"adv_urls", 34},
		{"adv_urls", 36},
	},
	"a prompt is parted from the text beside it": {
		{"curlew_tilt_math", 16},
		{"petrel_buoy_lists", 16},
	},
	"bytes that are no UTF-8 are those of windows-1252": {
		{"adv_latin1", 1},
	},
	"each item of a list has a line of its own, and its attributes do not matter": {
		{"petrel_buoy_lists", 6},
		{"petrel_buoy_lists", 8},
		{"petrel_buoy_lists", 11},
	},
	"nothing is chunked twice": {
		{"curlew_tilt_math", 14},
		{"petrel_buoy_lists", 3},
		{"petrel_buoy_lists", 5},
		{"petrel_buoy_lists", 12},
	},
	"a caption ends at its own closing tag": {
		{"larkspur_batteries", 7},
		{"larkspur_batteries", 14},
		{"osprey_figures", 9},
	},
	"a date stamp may have small letters": {
		{"change_log", 4},
	},
	"block equations never enter a match string": {
		{"curlew_tilt_math", 6},
		{"curlew_tilt_math", 11},
		{"curlew_tilt_math", 17},
		{"adv_unclosed_h3", 2},
	},
	"all match strings of a combined chunk are joined": {
		{"plover_network_chapters", 1},
		{"heron_sections", 1},
		{"dipper_faq_single", 0},
	},
	"text between a chapter's title and its first section is a section of its own": {
		{"heron_sections", 0},
		{"heron_sections", 2},
	},
	"a prompt alone belongs to the chunk before it": {
		{"marlin_protocol", 0},
	},
	"prompts are plain text": {
		{"wader_faq_prompts", 4},
		{"wader_faq_prompts", 5},
		{"wader_faq_prompts", 7},
	},
	"a rag field is no text": {
		{"dunlin_keypad", 6},
	},
	"scripts, form fields and unknown tags are no text": {
		{"kite_console_reference", 0},
		{"kite_console_reference", 9},
		{"kite_console_reference", 11},
	},
	"a block ends the paragraph that it is typed in": {
		{"kite_console_reference", 14},
		{"adv_unclosed", 1},
		{"adv_unclosed", 3},
	},
	"a list joins the paragraph before it, also where the original lost that": {
		{"adv_unclosed_h3", 1},
	},
}

// TestOriginal compares the names of our chunks with those of the original.
func TestOriginal(t *testing.T) {
	why := map[departure]string{}
	for reason, list := range departures {
		for _, d := range list {
			why[d] = reason
		}
	}
	total, equal, differ := 0, 0, map[string]int{}
	for _, page := range originals(t) {
		ours := names(t, page)
		for i, name := range page.names {
			d := departure{strings.TrimSuffix(page.file, ".html"), i}
			reason, listed := why[d]
			total++
			switch {
			case ours[name] && listed:
				t.Errorf("%s chunk %d: no longer differs (%s): drop it from the ledger", page.file, i, reason)
			case ours[name]:
				equal++
			case !listed:
				t.Errorf("%s chunk %d: name %s is lost, and the ledger does not say why", page.file, i, name)
			default:
				differ[reason]++
			}
		}
	}
	t.Logf("%d chunks of the original, %d names equal (%.1f %%)", total, equal, 100*float64(equal)/float64(total))
	for _, reason := range slices.Sorted(maps.Keys(differ)) {
		t.Logf("%3d differ: %s", differ[reason], reason)
	}
	if want := 0.85; float64(equal) < want*float64(total) {
		t.Errorf("fewer than %.0f %% of the names are equal", 100*want)
	}
}

// An original is a page with the names of the chunks that the original makes.
type original struct {
	file, base string
	names      []string
}

func originals(t *testing.T) []original {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "golden", "names.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pages []original
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		if file, base, ok := strings.Cut(line, " "); ok {
			pages = append(pages, original{file: file, base: base})
			continue
		}
		last := &pages[len(pages)-1]
		last.names = append(last.names, line)
	}
	return pages
}

func names(t *testing.T, page original) map[string]bool {
	t.Helper()
	html, err := os.ReadFile(filepath.Join("testdata", "golden", page.file))
	if err != nil {
		t.Fatal(err)
	}
	chunks, _ := Page(html, Options{Base: page.base})
	found := map[string]bool{}
	for _, c := range chunks {
		found[c.Name] = true
	}
	return found
}

// ExampleName shows which digits of the hash make a name.
func ExampleName() {
	fmt.Println(Name("The following tools are required."))
	// Output: 6b7ceead1833
}
