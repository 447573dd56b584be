package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
)

// send makes one request with the client under test.
type send func(method, url string, header http.Header, body []byte) (status int, text []byte, err error)

type answer struct {
	OK     bool `json:"ok"`
	Status int  `json:"status,omitempty"`
	Value  any  `json:"value,omitempty"`
}

type arguments map[string]json.RawMessage

var calls = []string{
	"webhooks.list", "webhooks.all", "webhooks.test", "webhooks.delete",
	"senderProfiles.get", "senderProfiles.update", "senderProfiles.delete", "apiKeys.create",
}

// answerCalls answers calls, line by line, until the input ends.
func answerCalls(backoff map[string]any, send send) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked struct {
			Call string    `json:"call"`
			With arguments `json:"with"`
		}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		var made answer
		switch asked.Call {
		case "declare":
			made = answer{OK: true, Value: map[string]any{"backoff": backoff, "calls": calls}}
		case "webhooks.all":
			made = walk(asked.With, send)
		default:
			made = ask(asked.Call, asked.With, send)
		}
		line, _ := json.Marshal(made)
		fmt.Println(string(line))
	}
}

func ask(call string, with arguments, send send) answer {
	method, path, body := requestOf(call, with)
	header := http.Header{"Authorization": {"Bearer " + os.Getenv("OUTREACH_TOKEN")}}
	var text []byte
	if body != nil {
		header.Set("Content-Type", "application/json")
		text, _ = json.Marshal(body)
	}
	status, came, err := send(method, os.Getenv("OUTREACH_BASE_URL")+path, header, text)
	if err != nil || status >= 400 {
		return answer{Status: status}
	}
	if len(came) == 0 {
		return answer{OK: true, Status: status}
	}
	var value json.RawMessage
	if err := json.Unmarshal(came, &value); err != nil {
		return answer{Status: status}
	}
	return answer{OK: true, Status: status, Value: value}
}

func walk(with arguments, send send) answer {
	all := []json.RawMessage{}
	for {
		page := arguments{"offset": json.RawMessage(strconv.Itoa(len(all)))}
		for name, value := range with {
			page[name] = value
		}
		made := ask("webhooks.list", page, send)
		if !made.OK {
			return made
		}
		var list struct {
			Data    []json.RawMessage `json:"data"`
			HasMore bool              `json:"has_more"`
		}
		if err := json.Unmarshal(made.Value.(json.RawMessage), &list); err != nil {
			return answer{}
		}
		all = append(all, list.Data...)
		if !list.HasMore || len(list.Data) == 0 {
			return answer{OK: true, Value: all}
		}
	}
}

func requestOf(call string, with arguments) (method, path string, body any) {
	var uuid string
	_ = json.Unmarshal(with["uuid"], &uuid)
	switch call {
	case "webhooks.test":
		return "POST", "/integrations/api/webhooks/test", with
	case "webhooks.delete":
		return "DELETE", "/integrations/api/webhooks/" + uuid, nil
	case "senderProfiles.get":
		return "GET", "/flows/api/sender-profiles/" + uuid, nil
	case "senderProfiles.update":
		delete(with, "uuid")
		return "PUT", "/flows/api/sender-profiles/" + uuid, with
	case "senderProfiles.delete":
		return "DELETE", "/flows/api/sender-profiles/" + uuid, nil
	case "apiKeys.create":
		return "POST", "/id/api/jwt-tokens/create-api-key", with
	}
	query := url.Values{}
	for name, value := range with {
		query.Set(name, string(value))
	}
	if len(query) == 0 {
		return "GET", "/integrations/api/webhooks", nil
	}
	return "GET", "/integrations/api/webhooks?" + query.Encode(), nil
}
