// Package retrieve finds the chunks that answer a question.
//
// A [Retriever] finds chunks; combinations of retrievers are retrievers too. The
// ones in this package need no key, no network and no weights of a model: an
// [Index] is made of the texts of a library alone, and searches them
//
//   - by keywords ([Keyword]): BM25 over the fields of a chunk;
//   - by latent semantic analysis ([Semantic]): the directions in which the words
//     of this library go together, so that a chunk is found by words that it does
//     not have;
//   - by both ([Builtin]), which is the space "builtin" of a library.
//
// [Fuse] merges retrievers that know nothing of each other's scores.
//
// # How texts are cut
//
// Words are runs of letters, marks and digits of any script, in lower case,
// reduced to their stem by the language of the text, which shows in its function
// words ([Languages]); these are left out. Accents are taken off, but who writes
// one prefers the words that have it. A part number or an identifier is found
// as a whole and by its parts: A3048S2-AA-C45 by a3048s2, a3048 and c45,
// smtpd_banner by banner, LogFormat by format, 12kg by 12, kg and "12 kg".
// Scripts without spaces, such as Japanese, are cut into pairs of characters.
//
// # How questions are read
//
// A question is cut likewise, by the stems of its own language or, if it does
// not show it, of all languages of the library. Words that the library does not
// have stand for those that are spelt alike. Words for which authors of manuals
// use others stand for these too, a little. Two words that follow each other
// count more where they follow each other in a chunk.
package retrieve
