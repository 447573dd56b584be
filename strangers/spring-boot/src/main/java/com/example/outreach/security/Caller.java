package com.example.outreach.security;

import java.util.UUID;

/** Who is asking. */
public record Caller(UUID jti, long userId, long teamId) {}
