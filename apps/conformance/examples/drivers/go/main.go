// The driver of go-retryablehttp 0.7 with its DefaultBackoff: RetryWaitMin times 2 to the number of earlier retries, at
// most RetryWaitMax, or what Retry-After says, however long.
package main

import (
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	client := retryablehttp.NewClient()
	client.RetryWaitMin = 200 * time.Millisecond
	client.RetryMax = 4
	client.Logger = nil
	client.ErrorHandler = retryablehttp.PassthroughErrorHandler

	backoff := map[string]any{
		"base": 200, "factor": 2, "cap": client.RetryWaitMax.Milliseconds(), "jitter": "none",
		"attempts": client.RetryMax + 1, "retryAfterMax": nil, "from": "end",
	}
	answerCalls(backoff, func(method, url string, header http.Header, body []byte) (int, []byte, error) {
		var raw any
		if body != nil {
			raw = body
		}
		request, err := retryablehttp.NewRequest(method, url, raw)
		if err != nil {
			return 0, nil, err
		}
		request.Header = header
		response, err := client.Do(request)
		if err != nil {
			return 0, nil, err
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		return response.StatusCode, text, err
	})
}
