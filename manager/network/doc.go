// Package network has what requests to servers of pages and to servers of models
// have in common: watching over them, proxies, certificates, and pauses.
package network
