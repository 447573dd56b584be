package com.example.outreach;

import com.example.outreach.keys.ApiKeyService;
import com.example.outreach.profiles.SenderProfile;
import com.example.outreach.profiles.SenderProfileRepository;
import com.example.outreach.webhooks.Webhook;
import com.example.outreach.webhooks.WebhookRepository;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Stores the accounts of the seed, and reports what their owner needs to know. */
@Component
class SeedPlanter {

  private final Seed seed;
  private final WebhookRepository webhooks;
  private final SenderProfileRepository profiles;
  private final ApiKeyService keys;
  private final ObjectMapper json;

  SeedPlanter(
      Seed seed,
      WebhookRepository webhooks,
      SenderProfileRepository profiles,
      ApiKeyService keys,
      ObjectMapper json) {
    this.seed = seed;
    this.webhooks = webhooks;
    this.profiles = profiles;
    this.keys = keys;
    this.json = json;
  }

  private record Ready(String url, List<ReadyAccount> accounts) {}

  private record ReadyAccount(String token, String expiredToken, List<UUID> senderProfiles) {}

  @EventListener
  void plant(ApplicationReadyEvent ready) throws JsonProcessingException {
    List<ReadyAccount> accounts = seed.accounts().stream().map(this::plant).toList();
    int port =
        ((ServletWebServerApplicationContext) ready.getApplicationContext()).getWebServer().getPort();
    System.out.println(json.writeValueAsString(new Ready("http://127.0.0.1:" + port, accounts)));
  }

  private ReadyAccount plant(Seed.Account account) {
    account.webhooks().forEach(webhook -> webhooks.save(new Webhook(account.teamId(), webhook)));
    List<UUID> planted =
        account.senderProfiles().stream()
            .map(profile -> profiles.save(new SenderProfile(account.teamId(), account.userId(), profile)))
            .map(SenderProfile::getUuid)
            .toList();
    Instant now = Instant.now();
    String token = keys.issue(account.userId(), account.teamId(), "first key", now).lastToken();
    String expired =
        keys.issue(account.userId(), account.teamId(), "old key", now.minus(4 * 365, ChronoUnit.DAYS))
            .lastToken();
    return new ReadyAccount(token, expired, planted);
  }
}
