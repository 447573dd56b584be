package com.example.outreach;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;

/**
 * Java's HttpClient with Resilience4j 2.4 and its ofExponentialRandomBackoff: the interval times the multiplier to the
 * number of earlier retries, give or take the randomization factor, by default half. It is independent of HTTP, and so
 * ignores Retry-After.
 */
final class Resilience4jDriver {
    public static void main(String[] args) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        Retry retry = Retry.of("limited", RetryConfig.<HttpResponse<String>>custom()
                .maxAttempts(5)
                .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(200, 2.0))
                .retryOnResult(response -> response.statusCode() == 429)
                .build());

        ObjectNode backoff = Calls.JSON.createObjectNode()
                .put("base", 200).put("factor", 2).putNull("cap")
                .put("attempts", 5).put("retryAfterMax", 0).put("from", "end");
        backoff.putArray("jitter").add(0.5).add(1.5);

        Calls.answer(backoff, request -> retry.executeCallable(
                () -> client.send(request, HttpResponse.BodyHandlers.ofString())));
    }
}
