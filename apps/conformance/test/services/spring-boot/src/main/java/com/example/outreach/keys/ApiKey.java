package com.example.outreach.keys;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;

/** An API key; its token is not kept. */
@Entity
public class ApiKey {

  @Id private UUID jti;

  private long userId;

  private long teamId;

  private String name;

  private Instant createdAt;

  protected ApiKey() {}

  ApiKey(UUID jti, long userId, long teamId, String name, Instant createdAt) {
    this.jti = jti;
    this.userId = userId;
    this.teamId = teamId;
    this.name = name;
    this.createdAt = createdAt;
  }

  public UUID getJti() {
    return jti;
  }

  public long getUserId() {
    return userId;
  }

  public long getTeamId() {
    return teamId;
  }

  public String getName() {
    return name;
  }

  public Instant getCreatedAt() {
    return createdAt;
  }
}
