package com.example.outreach.webhooks;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.UUID;
import org.hibernate.validator.constraints.URL;

/** The full configuration of a webhook. */
record WebhookTestRequest(
    UUID uuid,
    @NotBlank String event,
    @NotNull @Pattern(regexp = "GET|POST|PUT|PATCH|DELETE") String requestMethod,
    @NotNull @URL(regexp = "https?://.+") String targetUrl) {}
