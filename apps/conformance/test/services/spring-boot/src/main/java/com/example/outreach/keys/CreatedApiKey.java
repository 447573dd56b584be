package com.example.outreach.keys;

import java.time.Instant;
import java.util.UUID;

/** An API key as it is shown once. */
public record CreatedApiKey(
    UUID jti, long userId, long teamId, String name, String lastToken, Instant createdAt) {}
