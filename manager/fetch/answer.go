package fetch

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"ragmanager/manager/network"
)

// read turns the answer of an address into a document.
func (v *visit) read(resp *http.Response, w *network.Watch, at *url.URL) (Document, error) {
	if resp.StatusCode == http.StatusNotModified && v.knows(at) {
		return v.notModified(resp, at), nil
	}
	if err := v.checkStatus(resp, at); err != nil {
		return Document{}, err
	}
	contentType := resp.Header.Get("Content-Type")
	if contentType != "" && !isHTMLType(contentType) {
		return Document{}, v.notHTML(at, contentType)
	}
	body, err := v.body(resp, w, at)
	if err != nil {
		return Document{}, err
	}
	if contentType == "" {
		if kind := http.DetectContentType(body); len(body) > 0 && !isHTMLType(kind) {
			return Document{}, v.notHTML(at, kind)
		}
		contentType = "text/html" // without the charset, which is only guessed
	}
	if err := v.check(body, at); err != nil {
		return Document{}, err
	}
	doc := v.document(at)
	doc.Body, doc.ContentType, doc.Validators = body, contentType, validators(resp, at)
	return doc, nil
}

// checkStatus returns the error of an answer that holds nothing, by its status.
func (v *visit) checkStatus(resp *http.Response, at *url.URL) error {
	if resp.StatusCode >= 200 && resp.StatusCode <= 299 && resp.StatusCode != http.StatusPartialContent {
		return nil
	}
	drainSmall(resp)
	return v.statusError(resp, at)
}

// body reads what an answer holds.
func (v *visit) body(resp *http.Response, w *network.Watch, at *url.URL) ([]byte, error) {
	body, err := readBody(resp, w, v.f.opts.MaxBytes)
	if errors.Is(err, errTooLarge) {
		return nil, &TooLargeError{Address: v.page.Address, Limit: v.f.opts.MaxBytes}
	}
	if err != nil {
		return nil, v.networkError(w, at, err)
	}
	return body, nil
}

// check refuses a body that is not the page asked for, whatever its headers say.
func (v *visit) check(body []byte, at *url.URL) error {
	if kind := magicType(body); kind != "" {
		return v.notHTML(at, kind)
	}
	if isLoginPage(body, v.elsewhere(at)) {
		return &LoginPageError{URL: v.page.Address, Final: at.String()}
	}
	return nil
}

// document returns the document of an answer without its content.
func (v *visit) document(at *url.URL) Document {
	doc := Document{Page: v.page, FinalURL: at.String()}
	if doc.Base == "" || doc.Base == doc.Address {
		doc.Base = doc.FinalURL
	}
	return doc
}

// notModified returns the document of a 304, which may bring new validators.
func (v *visit) notModified(resp *http.Response, at *url.URL) Document {
	doc := v.document(at)
	doc.NotModified = true
	doc.Validators = validators(resp, at)
	if doc.Validators == (Validators{}) {
		doc.Validators = v.known
	}
	return doc
}

func validators(resp *http.Response, at *url.URL) Validators {
	v := Validators{ETag: resp.Header.Get("ETag"), LastModified: resp.Header.Get("Last-Modified"), URL: at.String()}
	if v.ETag == "" && v.LastModified == "" {
		return Validators{}
	}
	return v
}

func (v *visit) notHTML(at *url.URL, contentType string) error {
	return &NotHTMLError{URL: v.page.Address, Final: at.String(), ContentType: contentType}
}

// statusError returns the error of an answer that is no page. If it asks for a
// pause that we obey, all requests to the host pause.
func (v *visit) statusError(resp *http.Response, at *url.URL) error {
	proxy, _ := v.f.proxy(at)
	if resp.StatusCode == http.StatusProxyAuthRequired && proxy != nil {
		return &ProxyError{URL: v.page.Address, Proxy: proxy.Host, Status: resp.StatusCode}
	}
	_, _, sent := v.credentials(at)
	err := &StatusError{
		URL: v.page.Address, Final: at.String(), Status: resp.StatusCode,
		RetryAfter: retryAfter(resp.Header.Get("Retry-After"), time.Now()),
		login:      loginHint(at.Host, resp.Header.Values("WWW-Authenticate"), sent),
	}
	if mayPass(err) && err.RetryAfter <= v.f.opts.MaxWait {
		v.f.hosts.rest(at.Host, err.RetryAfter)
	}
	return err
}

// retryAfter returns how long the header tells us to wait, 0 if it does not; RFC
// 9110, section 10.2.3.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}

// drainSmall reads a short body that nobody wants, so that its connection can be
// used again.
func drainSmall(resp *http.Response) {
	if resp.ContentLength >= 0 && resp.ContentLength <= drainLimit {
		_ = drain(resp.Body) // a broken connection is not used again
	}
}
