package network

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

func TestPlain(t *testing.T) {
	dial := func(err error) error {
		return fmt.Errorf("get: %w", &net.OpError{Op: "dial", Net: "tcp", Err: err})
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{dial(&net.DNSError{Err: "no such host", Name: "x.test", Server: "192.0.2.53:53", IsNotFound: true}), "no server of that name could be found"},
		{dial(&net.DNSError{Err: "i/o timeout", Name: "x.test", IsTimeout: true}), "the name of the server could not be looked up"},
		{dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), "no server listens there"},
		{dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), "the network has no way to the server"},
		{dial(os.ErrDeadlineExceeded), "the server does not answer"},
		{&net.OpError{Op: "read", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, "the server broke the connection"},
		{tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, "the server does not encrypt here"},
		{&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, "nobody this computer trusts vouches for the certificate of the server"},
		{&tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x.test"}}, "the certificate of the server is for another host"},
		{&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.Expired}}, "the certificate of the server has expired, or is not valid yet"},
		{&tls.CertificateVerificationError{Err: errors.New("else")}, "the certificate of the server is not valid"},
		{errors.New("else"), ""},
		{nil, ""},
	} {
		if have := Plain(c.err); have != c.want {
			t.Errorf("%v: have %q, want %q", c.err, have, c.want)
		}
	}
}
