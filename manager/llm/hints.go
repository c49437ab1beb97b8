package llm

import (
	"errors"
	"fmt"
	"net"
	"net/http"

	"ragmanager/manager/network"
)

const hintBase = "check the base URL in the settings: that of the API, which usually ends in /v1"

// Hint says what the user can do.
func (e *SettingError) Hint() string {
	switch e.Setting {
	case "base URL":
		return "write it as https://HOST/v1; user, password and keys have settings of their own"
	case "CA file":
		return "name a file of PEM certificates under CA file in the settings"
	case "proxy":
		return "write the proxy as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT"
	case "API key":
		return "copy the key again, on one line"
	}
	return "write it on one line"
}

// Hint says what the user can do; "" if we do not know.
func (e *StatusError) Hint() string {
	switch {
	case e.quota():
		return "the account has no credit left or has reached its spending limit: see billing at the provider"
	case e.modelUnknown():
		return fmt.Sprintf("check the spelling of model %q and whether the key may use it; the models of the server are listed by: ragmanager key test", e.Model)
	case e.Unwrap() == ErrFiltered:
		return "" // it says so itself
	case e.tooLong():
		return "send less: the model takes fewer tokens than that"
	}
	switch e.Status {
	case http.StatusUnauthorized:
		if !e.login {
			return "the server wants an API key: give it one in the settings"
		}
		return "check the API key in the settings: it may be mistyped, withdrawn, or of another provider"
	case http.StatusForbidden:
		return "the key may not use this: check its rights, and those of your country, at the provider"
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return hintBase
	case http.StatusTooManyRequests:
		return "try again later, or with fewer requests at once"
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return "the server does not take this request: check the model and its settings"
	}
	switch {
	case e.Status/100 == 3:
		return "set the base URL in the settings to where the server sends us"
	case e.Status >= 500:
		return "try again later; the server has a problem of its own"
	}
	return ""
}

// Hint says what the user can do.
func (e *ProxyError) Hint() string {
	if e.Status == http.StatusProxyAuthRequired {
		return fmt.Sprintf("set user and password of the proxy: http://USER:PASSWORD@%s", e.Proxy)
	}
	return "check the proxy in the settings, and that it may reach the server"
}

// Hint says what the user can do.
func (e *TimeoutError) Hint() string {
	return "try again when server and network are faster, raise the time limit, or send less at once"
}

// Hint says what the user can do.
func (e *ProtocolError) Hint() string { return hintBase }

// Hint says what the user can do.
func (e *VectorError) Hint() string {
	return "check the embedding model and its dimensions in the settings; a server that mixes models cannot be used"
}

// Hint says what the user can do; "" if the causes say it, see Unwrap.
func (e *AnswerError) Hint() string {
	if e.Reason == ErrEmpty && e.Finish == FinishLength {
		return "the model spent all its tokens on thinking: allow it more, or send less"
	}
	return ""
}

// Hint says what the user can do.
func (e *NetworkError) Hint() string {
	if c, ok := errors.AsType[*cause](e.Err); ok {
		return c.hint
	}
	if hint := network.CertificateHint(e.Err, "the host of the base URL in the settings"); hint != "" {
		return hint
	}
	op, _ := errors.AsType[*net.OpError](e.Err)
	_, dns := errors.AsType[*net.DNSError](e.Err)
	switch {
	case op != nil && op.Op == "proxyconnect":
		return "check the proxy in the settings"
	case dns:
		return "check the host of the base URL in the settings, and your network"
	case network.NotEncrypted(e.Err):
		return "the server does not encrypt here: try http:// in place of https:// in the base URL"
	case op != nil && op.Op == "dial":
		return "check the base URL in the settings, that the server runs, and your network"
	}
	return "try again later, and check your network"
}
