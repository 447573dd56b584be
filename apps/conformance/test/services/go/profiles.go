package main

import (
	"encoding/json"
	"net/http"
	"strings"
)

// shownProfile is a sender profile with its times as clients see them.
type shownProfile struct {
	Profile
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

func showProfile(w http.ResponseWriter, status int, profile Profile) {
	writeJSON(w, status, shownProfile{profile, timestamp(profile.CreatedAt), timestamp(profile.UpdatedAt)})
}

func (s *Server) getProfile(w http.ResponseWriter, r *http.Request) {
	profile, err := s.store.Profile(callerOf(r).TeamID, strings.ToLower(r.PathValue("uuid")))
	if err != nil {
		writeStoreError(w, err)
		return
	}
	showProfile(w, http.StatusOK, profile)
}

// profileUpdate changes the fields that it names; null is the same as an omitted field.
type profileUpdate struct {
	FirstName *string         `json:"first_name"`
	LastName  *string         `json:"last_name"`
	Label     *string         `json:"label"`
	Schedule  json.RawMessage `json:"schedule"`
}

func (u profileUpdate) apply(profile *Profile) {
	if u.FirstName != nil {
		profile.FirstName = *u.FirstName
	}
	if u.LastName != nil {
		profile.LastName = *u.LastName
	}
	if u.Label != nil {
		profile.Label = u.Label
	}
	if u.Schedule != nil && string(u.Schedule) != "null" {
		profile.Schedule = u.Schedule
	}
}

func (s *Server) updateProfile(w http.ResponseWriter, r *http.Request) {
	var update profileUpdate
	if !readJSON(w, r, &update) {
		return
	}
	profile, err := s.store.ChangeProfile(callerOf(r).TeamID, strings.ToLower(r.PathValue("uuid")), update.apply)
	if err != nil {
		writeStoreError(w, err)
		return
	}
	showProfile(w, http.StatusOK, profile)
}

func (s *Server) deleteProfile(w http.ResponseWriter, r *http.Request) {
	if err := s.store.RemoveProfile(callerOf(r).TeamID, strings.ToLower(r.PathValue("uuid"))); err != nil {
		writeStoreError(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) insertProfile(w http.ResponseWriter, r *http.Request) {
	var insert ProfileInsert
	if !readJSON(w, r, &insert) {
		return
	}
	caller := callerOf(r)
	profile, err := s.store.AddProfile(caller.TeamID, caller.UserID, insert)
	if err != nil {
		writeStoreError(w, err)
		return
	}
	showProfile(w, http.StatusCreated, profile)
}
