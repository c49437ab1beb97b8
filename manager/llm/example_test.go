package llm_test

import (
	"context"
	"fmt"
	"log"

	"ragmanager/manager/llm"
	"ragmanager/manager/llm/standin"
)

func ExampleClient_Embed() {
	server := standin.Start(standin.Options{})
	defer server.Close()
	c, err := llm.New(llm.Options{BaseURL: server.URL, Key: "sk-of-the-user"})
	if err != nil {
		log.Fatal(err)
	}
	texts := []string{"The antenna is on the roof.", "Batteries last four years."}
	store := func(b llm.EmbedBatch) error {
		for n, i := range b.Indices {
			fmt.Printf("%q has %d components\n", texts[i], len(b.Vectors[n]))
		}
		return nil
	}
	request := llm.EmbedRequest{Model: "text-embedding-3-small"}
	if _, err := c.Embed(context.Background(), request, texts, store); err != nil {
		log.Fatal(err)
	}
	// Output:
	// "The antenna is on the roof." has 1536 components
	// "Batteries last four years." has 1536 components
}

func ExampleClient_Complete() {
	server := standin.Start(standin.Options{})
	defer server.Close()
	c, err := llm.New(llm.Options{BaseURL: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	request := llm.CompleteRequest{Model: "gpt-4o", Messages: []llm.Message{
		{Role: "system", Content: "Answer from the documentation."},
		{Role: "user", Content: "The antenna is on the roof. Batteries last four years."},
		{Role: "user", Content: "How long do batteries last?"},
	}}
	answer, err := c.Complete(context.Background(), request, func(text string) error {
		fmt.Print(text)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\nfinished: %s\n", answer.Finish)
	// Output:
	// The documentation says: “Batteries last four years.”
	// finished: stop
}
