package com.example.outreach;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** What the service starts with. */
public record Seed(int port, @JsonProperty("rateLimit") RateLimit rateLimit, List<Account> accounts) {

  /** A number of requests in a number of seconds. */
  public record RateLimit(int requests, double seconds) {}

  /** A team with one user and its records. */
  public record Account(
      long teamId, long userId, List<WebhookSeed> webhooks, List<ProfileSeed> senderProfiles) {}

  /** The fields of a new webhook. */
  public record WebhookSeed(String event, String requestMethod, String targetUrl, String name) {}

  /** The fields of a new sender profile. */
  public record ProfileSeed(String firstName, String lastName, String label) {}
}
