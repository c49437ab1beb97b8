// Package llm asks servers that speak the protocol of OpenAI: for embeddings of
// texts, for answers of models, and for the models that there are. OpenAI is one
// such server; Azure, Ollama, LM Studio, llama.cpp, vLLM and many gateways are
// others.
//
//	c, err := llm.New(llm.Options{BaseURL: "http://localhost:11434/v1"})
//	…
//	result, err := c.Embed(ctx, llm.EmbedRequest{Model: "text-embedding-3-small"}, texts, store)
//	answer, err := c.Complete(ctx, llm.CompleteRequest{Model: "gpt-4o", Messages: messages}, show)
//
// Whatever a server does, a caller gets vectors and answers that are as they
// should be, or an error. Of embeddings the number, order and length are
// checked, and that all are finite; of answers that the model had finished. One
// text that is too long does not stop the others.
//
// Servers differ in what they take. What one refuses is asked for otherwise, or
// not at all, and the client remembers it, see [Client.Embed] and
// [Client.Complete].
//
// Requests that fail for a reason that may pass are repeated, with pauses as
// long as the server asks for, and given up after a stated time. If the server
// says how many requests and tokens it takes in a minute, no more are sent.
//
// Tokens are counted here without a network, see [CountTokens], and priced, see
// [Price].
//
// Keys stay secret: they are sent to the server and appear in no error, also if
// the server sends them back. Errors quote the server, and have a method Hint()
// string that says what the user can do. The package writes nothing to disk and
// logs nothing.
//
// The protocol is small, and what matters of it here is what clients of vendors
// hide: the headers of refusals, the difference between a field that is zero and
// one that is not sent, vectors in either form, streams that end too early. So
// it is spoken directly. The tests let such a client talk to package standin,
// which they are made with, to show that it is the same protocol.
package llm
