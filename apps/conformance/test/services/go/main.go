// Command outreach serves API keys, webhooks and sender profiles.
//
// It reads its seed as JSON from stdin, prints one line of JSON when it is ready, and exits on SIGTERM.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// Seed is what the service starts with.
type Seed struct {
	Port      int           `json:"port"`
	RateLimit RateLimit     `json:"rateLimit"`
	Accounts  []SeedAccount `json:"accounts"`
}

// RateLimit allows a number of requests in a number of seconds.
type RateLimit struct {
	Requests int     `json:"requests"`
	Seconds  float64 `json:"seconds"`
}

// SeedAccount is a team with one user and its records.
type SeedAccount struct {
	TeamID         int64           `json:"team_id"`
	UserID         int64           `json:"user_id"`
	Webhooks       []WebhookInput  `json:"webhooks"`
	SenderProfiles []ProfileInsert `json:"sender_profiles"`
}

// Ready is printed once the service listens.
type Ready struct {
	URL      string         `json:"url"`
	Accounts []ReadyAccount `json:"accounts"`
}

// ReadyAccount is what the owner needs to know about an account.
type ReadyAccount struct {
	Token          string   `json:"token"`
	ExpiredToken   string   `json:"expired_token"`
	SenderProfiles []string `json:"sender_profiles"`
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	var seed Seed
	if err := json.NewDecoder(os.Stdin).Decode(&seed); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	dir, err := os.MkdirTemp("", "outreach-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	store, err := OpenStore(filepath.Join(dir, "outreach.db"))
	if err != nil {
		return err
	}
	defer store.Close()

	server, err := NewServer(store, seed.RateLimit)
	if err != nil {
		return err
	}
	accounts, err := server.plant(seed.Accounts)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", seed.Port))
	if err != nil {
		return err
	}
	ready := Ready{URL: "http://" + listener.Addr().String(), Accounts: accounts}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	return serve(listener, server.Routes())
}

// plant stores the accounts of the seed, each with a key and one that has expired.
func (s *Server) plant(accounts []SeedAccount) ([]ReadyAccount, error) {
	planted := make([]ReadyAccount, 0, len(accounts))
	for _, account := range accounts {
		for _, webhook := range account.Webhooks {
			if _, err := s.store.AddWebhook(account.TeamID, webhook); err != nil {
				return nil, err
			}
		}
		var ready ReadyAccount
		for _, insert := range account.SenderProfiles {
			profile, err := s.store.AddProfile(account.TeamID, account.UserID, insert)
			if err != nil {
				return nil, err
			}
			ready.SenderProfiles = append(ready.SenderProfiles, profile.UUID)
		}
		current, err := s.issueKey(account.UserID, account.TeamID, "first key", time.Now())
		if err != nil {
			return nil, err
		}
		expired, err := s.issueKey(account.UserID, account.TeamID, "old key", time.Now().AddDate(-4, 0, 0))
		if err != nil {
			return nil, err
		}
		ready.Token, ready.ExpiredToken = current.LastToken, expired.LastToken
		planted = append(planted, ready)
	}
	return planted, nil
}

func serve(listener net.Listener, handler http.Handler) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute}
	go func() {
		<-ctx.Done()
		timeout, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = server.Shutdown(timeout)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
