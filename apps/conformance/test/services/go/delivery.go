package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
)

const maxAnswer = 64 << 10

func newTargetClient() *http.Client {
	return &http.Client{
		Timeout:       5 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// webhookTest is the full configuration of a webhook. Nil pointers mark what is missing.
type webhookTest struct {
	UUID          *string `json:"uuid"`
	Event         *string `json:"event"`
	RequestMethod *string `json:"request_method"`
	TargetURL     *string `json:"target_url"`
}

// fault says what is wrong with a test; empty if nothing is.
func (t webhookTest) fault() string {
	for name, value := range map[string]*string{"event": t.Event, "request_method": t.RequestMethod, "target_url": t.TargetURL} {
		if value == nil || *value == "" {
			return name + " is required"
		}
	}
	if t.UUID != nil && uuid.Validate(*t.UUID) != nil {
		return "uuid is no UUID"
	}
	target, err := url.Parse(*t.TargetURL)
	if err != nil || target.Host == "" || (target.Scheme != "http" && target.Scheme != "https") {
		return "target_url must be an http or https URL"
	}
	return ""
}

// samplePayload is what a webhook would send for the event, with placeholder data.
func samplePayload(event string) map[string]any {
	return map[string]any{
		"id": uuid.NewString(), "event": event, "sent_at": time.Now().UTC().Format(time.RFC3339), "test": true,
		"data": map[string]any{"lead": map[string]any{"first_name": "Ada", "last_name": "Sample", "email": "ada@example.com"}},
	}
}

// targetAnswer is the answer of the target, or why there was none.
type targetAnswer struct {
	OK         bool        `json:"ok"`
	StatusCode int         `json:"status_code,omitempty"`
	Status     string      `json:"status,omitempty"`
	Header     http.Header `json:"header,omitempty"`
	Body       string      `json:"body"`
	Error      string      `json:"error,omitempty"`
	TookMS     int64       `json:"took_ms"`
}

func (s *Server) testWebhook(w http.ResponseWriter, r *http.Request) {
	var test webhookTest
	if !readJSON(w, r, &test) {
		return
	}
	if fault := test.fault(); fault != "" {
		writeError(w, http.StatusUnprocessableEntity, "invalid", fault)
		return
	}
	began := time.Now()
	answer := s.call(r.Context(), *test.RequestMethod, *test.TargetURL, *test.Event)
	answer.TookMS = time.Since(began).Milliseconds()
	writeJSON(w, http.StatusOK, answer)
}

func (s *Server) call(ctx context.Context, method, target, event string) targetAnswer {
	var body io.Reader
	if method != http.MethodGet && method != http.MethodHead {
		payload, err := json.Marshal(samplePayload(event))
		if err != nil {
			return targetAnswer{Error: err.Error()}
		}
		body = bytes.NewReader(payload)
	}
	if broken("always-post") {
		method = http.MethodPost
	}
	if broken("query-dropped") {
		if parsed, err := url.Parse(target); err == nil {
			target = parsed.Scheme + "://" + parsed.Host + parsed.Path
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return targetAnswer{Error: err.Error()}
	}
	request.Header.Set("User-Agent", "outreach-webhooks/1.0")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.target.Do(request)
	if err != nil {
		return targetAnswer{Error: err.Error()}
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return targetAnswer{Error: err.Error()}
	}
	return targetAnswer{
		OK: response.StatusCode < 300, StatusCode: response.StatusCode, Status: response.Status,
		Header: response.Header, Body: string(said),
	}
}
