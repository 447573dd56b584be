package com.example.outreach;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** What the service starts with. */
public record Seed(int port, @JsonProperty("rateLimit") RateLimit rateLimit, List<Account> accounts) {

  /** So many requests in so many seconds. */
  public record RateLimit(int requests, double seconds) {}

  /** A team with one user, and what it has. */
  public record Account(
      long teamId, long userId, List<WebhookSeed> webhooks, List<ProfileSeed> senderProfiles) {}

  /** What a webhook is made of. */
  public record WebhookSeed(String event, String requestMethod, String targetUrl, String name) {}

  /** What a sender profile is made of. */
  public record ProfileSeed(String firstName, String lastName, String label) {}
}
