package main

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

const issuer = "outreach"

// timestamp is a time as it is shown to clients.
func timestamp(t time.Time) string {
	if broken("local-time-with-z") {
		return t.Local().Format("2006-01-02T15:04:05Z")
	}
	return t.Format(time.RFC3339Nano)
}

// CreatedKey is shown only once.
type CreatedKey struct {
	JTI       string `json:"jti"`
	UserID    int64  `json:"user_id"`
	TeamID    int64  `json:"team_id"`
	Name      string `json:"name"`
	LastToken string `json:"last_token"`
	CreatedAt string `json:"created_at"`
}

type claims struct {
	jwt.RegisteredClaims
	TeamID int64 `json:"team_id"`
}

func (s *Server) createKey(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Name string `json:"name"`
	}
	if !readJSON(w, r, &body) {
		return
	}
	if strings.TrimSpace(body.Name) == "" {
		writeError(w, http.StatusBadRequest, "bad_request", "name is required")
		return
	}
	caller := callerOf(r)
	key, err := s.issueKey(caller.UserID, caller.TeamID, body.Name, time.Now())
	if err != nil {
		writeStoreError(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, key)
}

func (s *Server) issueKey(user, team int64, name string, now time.Time) (CreatedKey, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return CreatedKey{}, err
	}
	expires := now.AddDate(3, 0, 0)
	if broken("expires-in-3-months") {
		expires = now.AddDate(0, 3, 0)
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			ID: id.String(), Issuer: issuer, Subject: strconv.FormatInt(user, 10),
			IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
		TeamID: team,
	}).SignedString(s.private)
	if err != nil {
		return CreatedKey{}, err
	}
	stored := StoredKey{JTI: id.String(), UserID: user, TeamID: team, Name: name, CreatedAt: now}
	if err := s.store.AddKey(stored); err != nil {
		return CreatedKey{}, err
	}
	return CreatedKey{
		JTI: stored.JTI, UserID: user, TeamID: team, Name: name, LastToken: token, CreatedAt: timestamp(now),
	}, nil
}

// verify finds the key of a token.
func (s *Server) verify(token string) (StoredKey, error) {
	var of claims
	options := []jwt.ParserOption{
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithIssuer(issuer), jwt.WithExpirationRequired(),
	}
	if broken("claims-not-validated") {
		options = append(options, jwt.WithoutClaimsValidation())
	}
	parser := jwt.NewParser(options...)
	if broken("signature-not-verified") {
		if _, _, err := parser.ParseUnverified(token, &of); err != nil {
			return StoredKey{}, err
		}
		return s.store.Key(of.TeamID, of.ID)
	}
	parsed, err := parser.ParseWithClaims(token, &of, func(*jwt.Token) (any, error) { return s.public, nil })
	if err != nil {
		return StoredKey{}, err
	}
	if !parsed.Valid {
		return StoredKey{}, errors.New("invalid token")
	}
	return s.store.Key(of.TeamID, of.ID)
}
