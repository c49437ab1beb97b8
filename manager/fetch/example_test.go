package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"ragmanager/manager/fetch"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>Antennas</h1>")
	}))
	defer server.Close()

	f, err := fetch.New(fetch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	pages, problems := f.Pages(ctx, []fetch.Source{{Address: server.URL + "/manual/../antennas.html#top"}})
	for _, err := range problems {
		fmt.Println(err)
	}
	for _, p := range pages {
		doc, err := f.Get(ctx, p, fetch.Validators{})
		fmt.Printf("%s %s %v\n", strings.TrimPrefix(p.Address, server.URL), doc.Body, err)
	}
	// Output: /antennas.html <h1>Antennas</h1> <nil>
}
