// Lists webhooks with the client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/call/generated"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("OUTREACH_TOKEN"))
		return nil
	}
	client, err := generated.NewClient(os.Getenv("OUTREACH_BASE_URL"), generated.WithRequestEditorFn(authorize))
	if err != nil {
		log.Fatal(err)
	}
	limit := 3
	answer, err := client.ListWebhooks(context.Background(), &generated.ListWebhooksParams{Limit: &limit})
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var page generated.WebhookList
	if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listed %d of %d\n", len(page.Data), page.Total)
}
