// Package standin is a stand-in for an OpenAI-compatible server, for tests and
// scripts that may not need a network, a key or luck. It keeps to the published
// protocol, with its limits, headers and words, and every answer follows from
// the request alone:
//
//	s := standin.Start(standin.Options{Key: "sk-test"})
//	defer s.Close()
//	client, err := llm.New(llm.Options{BaseURL: s.URL, Key: "sk-test"})
//
// Embeddings are made of the words of a text, so that texts with words in common
// lie close, see [Vector]. Completions quote the sentences of the messages that
// are closest to the last one, which is taken for the question.
//
// What can go wrong is a [Fault], given for single requests or for all. [Script]
// makes faults of a line of text:
//
//	faults, err := standin.Script("ok*3 429:2 ok hangup:200")
//
// A [Server] is also an http.Handler, to be called without a network.
package standin
