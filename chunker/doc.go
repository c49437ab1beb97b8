// Package chunker cuts a page of hand-typed HTML into chunks and tells its
// author what in the page will not be found. It is pure: no disk, no network,
// no logger. The rules are those of docs/chunking.md.
package chunker
