package main

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	bolt "go.etcd.io/bbolt"
)

// ErrNotFound says that the team has no such record.
var ErrNotFound = errors.New("not found")

var (
	keysBucket     = []byte("keys")
	webhooksBucket = []byte("webhooks")
	profilesBucket = []byte("sender_profiles")
)

// Webhook calls TargetURL when Event occurs.
type Webhook struct {
	UUID          string    `json:"uuid"`
	TeamID        int64     `json:"team_id"`
	Event         string    `json:"event"`
	RequestMethod string    `json:"request_method"`
	TargetURL     string    `json:"target_url"`
	Description   *string   `json:"description"`
	CreatedAt     time.Time `json:"created_at"`
}

// WebhookInput holds the fields of a new webhook.
type WebhookInput struct {
	Event         string  `json:"event"`
	RequestMethod string  `json:"request_method"`
	TargetURL     string  `json:"target_url"`
	Name          *string `json:"name"`
}

// Profile is an account that outreach is sent from.
type Profile struct {
	UUID                string          `json:"uuid"`
	TeamID              int64           `json:"team_id"`
	UserID              int64           `json:"user_id"`
	LinkedInServerID    *int64          `json:"linkedin_server_id"`
	LinkedInBrowserUUID *string         `json:"linkedin_browser_uuid"`
	LinkedInAccountUUID *string         `json:"linkedin_account_uuid"`
	MailboxUUID         *string         `json:"mailbox_uuid"`
	AssigneeUserID      *int64          `json:"assignee_user_id"`
	FirstName           string          `json:"first_name"`
	LastName            string          `json:"last_name"`
	Label               *string         `json:"label"`
	Status              string          `json:"status"`
	Schedule            json.RawMessage `json:"schedule,omitempty"`
	CreatedAt           time.Time       `json:"created_at"`
	UpdatedAt           time.Time       `json:"updated_at"`
}

// ProfileInsert holds the fields of a new sender profile.
type ProfileInsert struct {
	FirstName string  `json:"first_name"`
	LastName  string  `json:"last_name"`
	Label     *string `json:"label"`
}

// StoredKey is what is kept of an API key: everything but the token.
type StoredKey struct {
	JTI       string    `json:"jti"`
	UserID    int64     `json:"user_id"`
	TeamID    int64     `json:"team_id"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
}

// Store keeps records in a file; each team has a bucket of its own for each kind.
type Store struct{ db *bolt.DB }

// OpenStore opens the file, and creates it if there is none.
func OpenStore(path string) (*Store, error) {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second})
	if err != nil {
		return nil, err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{keysBucket, webhooksBucket, profilesBucket} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	return &Store{db}, err
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

func teamKey(team int64) []byte { return strconv.AppendInt(nil, team, 10) }

// put stores a record of a team.
func put(tx *bolt.Tx, kind []byte, team int64, id string, record any) error {
	bucket, err := tx.Bucket(kind).CreateBucketIfNotExists(teamKey(team))
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return bucket.Put([]byte(id), encoded)
}

// get reads a record of a team.
func get(tx *bolt.Tx, kind []byte, team int64, id string, record any) error {
	bucket := tx.Bucket(kind).Bucket(teamKey(team))
	if bucket == nil {
		return ErrNotFound
	}
	encoded := bucket.Get([]byte(id))
	if encoded == nil {
		return ErrNotFound
	}
	return json.Unmarshal(encoded, record)
}

func (s *Store) remove(kind []byte, team int64, id string) error {
	return s.db.Update(func(tx *bolt.Tx) error {
		if broken("delete-in-any-team") {
			return tx.Bucket(kind).ForEachBucket(func(name []byte) error {
				return tx.Bucket(kind).Bucket(name).Delete([]byte(id))
			})
		}
		bucket := tx.Bucket(kind).Bucket(teamKey(team))
		if bucket == nil || bucket.Get([]byte(id)) == nil {
			return ErrNotFound
		}
		return bucket.Delete([]byte(id))
	})
}

// AddKey stores a key.
func (s *Store) AddKey(key StoredKey) error {
	return s.db.Update(func(tx *bolt.Tx) error { return put(tx, keysBucket, key.TeamID, key.JTI, key) })
}

// Key finds a key.
func (s *Store) Key(team int64, jti string) (key StoredKey, err error) {
	err = s.db.View(func(tx *bolt.Tx) error { return get(tx, keysBucket, team, jti, &key) })
	return key, err
}

// AddWebhook creates a webhook.
func (s *Store) AddWebhook(team int64, input WebhookInput) (Webhook, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Webhook{}, err
	}
	webhook := Webhook{
		UUID: id.String(), TeamID: team, Event: input.Event, RequestMethod: input.RequestMethod,
		TargetURL: input.TargetURL, Description: input.Name, CreatedAt: time.Now(),
	}
	return webhook, s.db.Update(func(tx *bolt.Tx) error { return put(tx, webhooksBucket, team, webhook.UUID, webhook) })
}

// Webhooks reads the team's matching webhooks, oldest first: their ids begin with the time.
func (s *Store) Webhooks(team int64, wanted func(Webhook) bool) ([]Webhook, error) {
	webhooks := make([]Webhook, 0)
	err := s.db.View(func(tx *bolt.Tx) error {
		bucket := tx.Bucket(webhooksBucket).Bucket(teamKey(team))
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(_, encoded []byte) error {
			var webhook Webhook
			if err := json.Unmarshal(encoded, &webhook); err != nil {
				return err
			}
			if wanted(webhook) {
				webhooks = append(webhooks, webhook)
			}
			return nil
		})
	})
	return webhooks, err
}

// RemoveWebhook permanently deletes a webhook.
func (s *Store) RemoveWebhook(team int64, id string) error { return s.remove(webhooksBucket, team, id) }

// AddProfile creates a sender profile.
func (s *Store) AddProfile(team, user int64, insert ProfileInsert) (Profile, error) {
	mailbox, now := uuid.NewString(), time.Now()
	profile := Profile{
		UUID: uuid.NewString(), TeamID: team, UserID: user, MailboxUUID: &mailbox, Status: "enabled",
		FirstName: insert.FirstName, LastName: insert.LastName, Label: insert.Label,
		CreatedAt: now, UpdatedAt: now,
	}
	return profile, s.db.Update(func(tx *bolt.Tx) error { return put(tx, profilesBucket, team, profile.UUID, profile) })
}

// Profile reads a sender profile.
func (s *Store) Profile(team int64, id string) (profile Profile, err error) {
	err = s.db.View(func(tx *bolt.Tx) error { return get(tx, profilesBucket, team, id, &profile) })
	return profile, err
}

// ChangeProfile reads a sender profile, changes it and stores it, all in one transaction.
func (s *Store) ChangeProfile(team int64, id string, change func(*Profile)) (profile Profile, err error) {
	err = s.db.Update(func(tx *bolt.Tx) error {
		if err := get(tx, profilesBucket, team, id, &profile); err != nil {
			return err
		}
		change(&profile)
		profile.UpdatedAt = time.Now()
		return put(tx, profilesBucket, team, id, profile)
	})
	return profile, err
}

// RemoveProfile permanently deletes a sender profile.
func (s *Store) RemoveProfile(team int64, id string) error { return s.remove(profilesBucket, team, id) }
