// Lists webhooks with the client of openapi-generator's go.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"example.com/call/generated"
)

func main() {
	configuration := generated.NewConfiguration()
	configuration.Servers = generated.ServerConfigurations{{URL: os.Getenv("OUTREACH_BASE_URL")}}
	ctx := context.WithValue(context.Background(), generated.ContextAccessToken, os.Getenv("OUTREACH_TOKEN"))
	page, _, err := generated.NewAPIClient(configuration).WebhooksAPI.ListWebhooks(ctx).Limit(3).Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listed %d of %d\n", len(page.Data), page.Total)
}
