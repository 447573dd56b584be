package com.example.outreach.webhooks;

import com.example.outreach.Defect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;

/** Sends sample payloads to targets. */
@Component
class WebhookTester {

  private final RestClient client;

  WebhookTester(RestClient.Builder builder) {
    HttpClient http =
        HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(3))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(http);
    factory.setReadTimeout(Duration.ofSeconds(5));
    this.client = builder.requestFactory(factory).build();
  }

  /** The answer of the target. */
  record Answer(int status, Map<String, String> headers, String body) {}

  Answer test(WebhookTestRequest test) {
    HttpMethod method = HttpMethod.valueOf(test.requestMethod());
    RestClient.RequestBodyUriSpec spec = client.method(method);
    if (Defect.TARGET_AS_URI_TEMPLATE.isOn()) {
      spec.uri(test.targetUrl());
    } else {
      spec.uri(URI.create(test.targetUrl()));
    }
    if (method != HttpMethod.GET) {
      spec.contentType(MediaType.APPLICATION_JSON).body(samplePayload(test.event()));
    }
    try {
      if (Defect.TARGET_ANSWER_NOT_READ.isOn()) {
        spec.retrieve().toBodilessEntity();
        return new Answer(HttpStatus.OK.value(), Map.of(), "delivered");
      }
      return spec.exchange((request, response) -> answerOf(response));
    } catch (ResourceAccessException exception) {
      throw new ResponseStatusException(
          HttpStatus.BAD_GATEWAY, "The target did not answer.", exception);
    }
  }

  private static Answer answerOf(ClientHttpResponse response) throws IOException {
    String body = new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(
        response.getStatusCode().value(), response.getHeaders().toSingleValueMap(), body);
  }

  private static Map<String, Object> samplePayload(String event) {
    return Map.of(
        "eventId", UUID.randomUUID(),
        "eventType", event,
        "timestamp", Instant.now(),
        "lead", Map.of("firstName", "John", "lastName", "Sample", "company", "Example Ltd"));
  }
}
