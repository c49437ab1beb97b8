package manager

import "testing"

func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"same columns": {
			[]string{`"Interval": 10 s "Life (days)": 332`, `"Interval": 1 min "Life (days)": 1624`},
			"| Interval | Life (days) |\n| --- | ---: |\n| 10 s | 332 |\n| 1 min | 1624 |",
		},
		"a cell is empty": {
			[]string{`"A": 1 "B": 2`, `"B": 3 "C": a|b`},
			"| A | B | C |\n| ---: | ---: | --- |\n| 1 | 2 |  |\n|  | 3 | a\\|b |",
		},
		"a value of several lines": {
			[]string{"\"A\": one\ntwo \"B\": x"},
			"| A | B |\n| --- | --- |\n| one two | x |",
		},
		"a column twice": {[]string{`"A": 1 "A": 2`, `"A": 3`}, "\"A\": 1 \"A\": 2\n\n\"A\": 3"},
		"words before":   {[]string{`see "A": 1`, `"A": 3`}, "see \"A\": 1\n\n\"A\": 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := table(c.rows); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
