package com.example.outreach.security;

import java.util.UUID;

/** The authenticated caller. */
public record Caller(UUID jti, long userId, long teamId) {}
