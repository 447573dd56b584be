package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/time/rate"
)

const maxBody = 1 << 20

// Server answers requests.
type Server struct {
	store   *Store
	private ed25519.PrivateKey
	public  ed25519.PublicKey
	target  *http.Client

	limit    RateLimit
	mu       sync.Mutex
	limiters map[any]*rate.Limiter
}

// NewServer creates a server with its own signing key.
func NewServer(store *Store, limit RateLimit) (*Server, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return &Server{
		store: store, private: private, public: public, target: newTargetClient(),
		limit: limit, limiters: map[any]*rate.Limiter{},
	}, nil
}

// Routes are the operations of the API, and two internal ones for its owner to create records.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	limited := func(pattern string, handle http.HandlerFunc) {
		mux.Handle(pattern, s.authenticated(s.rateLimited(handle)))
	}
	limited("POST /id/api/jwt-tokens/create-api-key", s.createKey)
	limited("GET /integrations/api/webhooks", s.listWebhooks)
	limited("POST /integrations/api/webhooks/test", s.testWebhook)
	limited("DELETE /integrations/api/webhooks/{uuid}", s.deleteWebhook)
	limited("GET /flows/api/sender-profiles/{uuid}", s.getProfile)
	limited("PUT /flows/api/sender-profiles/{uuid}", s.updateProfile)
	limited("DELETE /flows/api/sender-profiles/{uuid}", s.deleteProfile)
	mux.Handle("POST /internal/webhooks", s.authenticated(http.HandlerFunc(s.insertWebhook)))
	mux.Handle("POST /internal/sender-profiles", s.authenticated(http.HandlerFunc(s.insertProfile)))
	return mux
}

type callerKey struct{}

// callerOf returns the key that a request was sent with.
func callerOf(r *http.Request) StoredKey {
	caller, _ := r.Context().Value(callerKey{}).(StoredKey)
	return caller
}

func (s *Server) authenticated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
		if !found || !strings.EqualFold(scheme, "Bearer") {
			w.Header().Set("WWW-Authenticate", "Bearer")
			writeError(w, http.StatusUnauthorized, "unauthenticated", "an API key is required")
			return
		}
		caller, err := s.verify(strings.TrimSpace(token))
		if err != nil {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			writeError(w, http.StatusUnauthorized, "unauthenticated", "the API key is not valid")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}

func (s *Server) rateLimited(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.limiterOf(callerOf(r)).Allow() {
			if broken("limit-answers-503") {
				http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
				return
			}
			http.Error(w, http.StatusText(http.StatusTooManyRequests), http.StatusTooManyRequests)
			return
		}
		next(w, r)
	})
}

func (s *Server) limiterOf(caller StoredKey) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	var account any = caller.TeamID
	if broken("limit-per-key") {
		account = caller.JTI
	}
	limiter, found := s.limiters[account]
	if !found {
		perSecond := float64(s.limit.Requests) / s.limit.Seconds
		limiter = rate.NewLimiter(rate.Limit(perSecond), s.limit.Requests)
		s.limiters[account] = limiter
	}
	return limiter
}

type apiError struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	var body apiError
	body.Error.Code, body.Error.Message = code, message
	writeJSON(w, status, body)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func writeStoreError(w http.ResponseWriter, err error) {
	if errors.Is(err, ErrNotFound) {
		http.NotFound(w, nil)
		return
	}
	writeError(w, http.StatusInternalServerError, "internal", "something went wrong")
}

// readJSON decodes the body into a value; if it cannot, it answers the request and returns false.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		writeError(w, http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must be application/json")
		return false
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	err := decoder.Decode(into)
	if err == nil && decoder.Decode(&struct{}{}) != io.EOF {
		err = errors.New("the body holds more than one value")
	}
	if err != nil {
		writeError(w, http.StatusBadRequest, "bad_request", err.Error())
		return false
	}
	return true
}
