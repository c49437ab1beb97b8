// Package eval measures how well retrievers find what they should.
//
// A [Suite] is a library with questions and what should be found for each. It
// comes from a folder of a retrieval test set ([ReadSet]) or from pages with
// questions of our own ([ReadPages]). [Run] asks a retriever all the questions;
// the [Report] it returns holds what was found and gives the measures.
package eval
