package standin

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// A bucket is an allowance of requests or tokens that refills within a minute.
type bucket struct {
	limit float64 // 0: none
	left  float64
	at    time.Time
}

func newBucket(perMinute int) bucket {
	return bucket{limit: float64(perMinute), left: float64(perMinute)}
}

// refill brings the bucket up to the present.
func (b *bucket) refill() {
	now := time.Now()
	if !b.at.IsZero() {
		b.left = min(b.limit, b.left+b.limit*now.Sub(b.at).Minutes())
	}
	b.at = now
}

// until returns how long it is until n are there.
func (b *bucket) until(n float64) time.Duration {
	if b.limit == 0 || b.left >= n {
		return 0
	}
	return time.Duration((n - b.left) / b.limit * float64(time.Minute))
}

// headers tells what is left, as the server does with every answer.
func (b *bucket) headers(h http.Header, of string) {
	if b.limit == 0 {
		return
	}
	h.Set("X-Ratelimit-Limit-"+of, strconv.Itoa(int(b.limit)))
	h.Set("X-Ratelimit-Remaining-"+of, strconv.Itoa(int(max(b.left, 0))))
	h.Set("X-Ratelimit-Reset-"+of, b.until(b.limit).Round(time.Millisecond).String())
}

// admit takes one request of so many tokens from what is allowed, or refuses it.
func (s *Server) admit(h http.Header, model string, tokens int) *refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests.refill()
	s.tokens.refill()
	defer func() {
		s.requests.headers(h, "Requests")
		s.tokens.headers(h, "Tokens")
	}()
	n := float64(tokens)
	if s.tokens.limit > 0 && n > s.tokens.limit {
		e := refuse(http.StatusTooManyRequests, "rate_limit_exceeded", "", "Request too large for %s in organization org-standin on tokens "+
			"per min (TPM): Limit %.0f, Requested %d. The input or output tokens must be reduced in order to run successfully.", model, s.tokens.limit, tokens)
		e.Type = "tokens"
		return e
	}
	if wait := s.requests.until(1); wait > 0 {
		return limited(h, model, "requests", "requests per min (RPM)", s.requests.limit, 1, wait)
	}
	if wait := s.tokens.until(n); wait > 0 {
		return limited(h, model, "tokens", "tokens per min (TPM)", s.tokens.limit, n, wait)
	}
	s.requests.left--
	s.tokens.left -= n
	return nil
}

// limited refuses a request until later.
func limited(h http.Header, model, kind, of string, limit, n float64, wait time.Duration) *refusal {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.Itoa(int(wait.Milliseconds())+1))
	e := refuse(http.StatusTooManyRequests, "rate_limit_exceeded", "", "Rate limit reached for %s in organization org-standin on %s: "+
		"Limit %.0f, Requested %.0f. Please try again in %v. Visit https://platform.openai.com/account/rate-limits to learn more.",
		model, of, limit, n, wait.Round(time.Millisecond))
	e.Type = kind
	return e
}
