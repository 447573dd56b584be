package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

const (
	defaultLimit = 20
	maxLimit     = 200
)

type shownWebhook struct {
	Webhook
	CreatedAt string `json:"created_at"`
}

type webhookPage struct {
	Data    []shownWebhook `json:"data"`
	Limit   int            `json:"limit"`
	Offset  int            `json:"offset"`
	Total   int            `json:"total"`
	HasMore bool           `json:"has_more"`
}

// wholeNumber reads a non-negative query parameter.
func wholeNumber(query url.Values, name string, fallback int) (int, error) {
	if !query.Has(name) {
		return fallback, nil
	}
	value, err := strconv.Atoi(query.Get(name))
	if err != nil || value < 0 {
		return 0, fmt.Errorf("%s must be a whole number", name)
	}
	return value, nil
}

func (s *Server) listWebhooks(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, limitErr := wholeNumber(query, "limit", defaultLimit)
	offset, offsetErr := wholeNumber(query, "offset", 0)
	filter, filterErr := parseFilter(query)
	for _, err := range []error{limitErr, offsetErr, filterErr} {
		if err != nil {
			writeError(w, http.StatusBadRequest, "bad_request", err.Error())
			return
		}
	}
	limit = min(limit, maxLimit)
	webhooks, err := s.store.Webhooks(callerOf(r).TeamID, filter.matches)
	if err != nil {
		writeStoreError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, pageOf(webhooks, limit, offset))
}

func pageOf(webhooks []Webhook, limit, offset int) webhookPage {
	total := len(webhooks)
	from := min(offset, total)
	to := from + min(limit, total-from)
	page := webhookPage{Data: make([]shownWebhook, 0, to-from), Limit: limit, Offset: offset, Total: total, HasMore: to < total}
	if broken("nil-slice") {
		page.Data = nil
	}
	for _, webhook := range webhooks[from:to] {
		page.Data = append(page.Data, shownWebhook{webhook, timestamp(webhook.CreatedAt)})
	}
	if broken("total-of-the-page") {
		page.Total = from + len(page.Data)
		page.HasMore = false
	}
	return page
}

func (s *Server) deleteWebhook(w http.ResponseWriter, r *http.Request) {
	if err := s.store.RemoveWebhook(callerOf(r).TeamID, strings.ToLower(r.PathValue("uuid"))); err != nil {
		writeStoreError(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) insertWebhook(w http.ResponseWriter, r *http.Request) {
	var input WebhookInput
	if !readJSON(w, r, &input) {
		return
	}
	webhook, err := s.store.AddWebhook(callerOf(r).TeamID, input)
	if err != nil {
		writeStoreError(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, shownWebhook{webhook, timestamp(webhook.CreatedAt)})
}
