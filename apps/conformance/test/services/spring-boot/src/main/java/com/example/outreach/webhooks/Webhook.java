package com.example.outreach.webhooks;

import com.example.outreach.Seed;
import com.fasterxml.jackson.annotation.JsonIgnore;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.UUID;

/** Calls its target when its event occurs. */
@Entity
public class Webhook {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(unique = true)
  private UUID uuid;

  @JsonIgnore private long teamId;

  private String displayName;

  private String event;

  private String requestMethod;

  @Column(length = 2048)
  private String targetUrl;

  protected Webhook() {}

  public Webhook(long teamId, Seed.WebhookSeed webhook) {
    this.uuid = UUID.randomUUID();
    this.teamId = teamId;
    this.displayName = webhook.name();
    this.event = webhook.event();
    this.requestMethod = webhook.requestMethod();
    this.targetUrl = webhook.targetUrl();
  }

  public Long getId() {
    return id;
  }

  public UUID getUuid() {
    return uuid;
  }

  public long getTeamId() {
    return teamId;
  }

  public String getDisplayName() {
    return displayName;
  }

  public String getEvent() {
    return event;
  }

  public String getRequestMethod() {
    return requestMethod;
  }

  public String getTargetUrl() {
    return targetUrl;
  }
}
