package network

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"syscall"
)

// Plain says in words what an error of package net, crypto/tls or crypto/x509 means,
// without the addresses and system calls that those name; "" if we do not know.
func Plain(err error) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return plainDNS(dns)
	}
	if words := plainCertificate(err); words != "" {
		return words
	}
	switch {
	case NotEncrypted(err):
		return "the server does not encrypt here"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no server listens there"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the server broke the connection"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.ENETDOWN):
		return "the network has no way to the server"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, syscall.ETIMEDOUT):
		return "the server does not answer"
	}
	return ""
}

func plainDNS(err *net.DNSError) string {
	if err.IsNotFound {
		return "no server of that name could be found"
	}
	return "the name of the server could not be looked up"
}

func plainCertificate(err error) string {
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "nobody this computer trusts vouches for the certificate of the server"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "the certificate of the server is for another host"
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return "the certificate of the server has expired, or is not valid yet"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate of the server is not valid"
	}
	return ""
}
