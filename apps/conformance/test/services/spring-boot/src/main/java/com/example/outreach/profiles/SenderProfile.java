package com.example.outreach.profiles;

import com.example.outreach.Seed;
import com.fasterxml.jackson.annotation.JsonIgnore;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Version;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** An account that outreach is sent from. */
@Entity
public class SenderProfile {

  @Id private UUID uuid;

  private long teamId;

  private long userId;

  private Long linkedinServerId;

  private String linkedinBrowserUuid;

  private String linkedinAccountUuid;

  private String mailboxUuid;

  private Long assigneeUserId;

  private String firstName;

  private String lastName;

  private String label;

  private String status;

  /** As JSON; not shown to clients. */
  @JsonIgnore
  @Column(length = 10_000)
  private String schedule;

  private Instant createdAt;

  private Instant updatedAt;

  @JsonIgnore @Version private Long version;

  protected SenderProfile() {}

  public SenderProfile(long teamId, long userId, Seed.ProfileSeed profile) {
    this.uuid = UUID.randomUUID();
    this.teamId = teamId;
    this.userId = userId;
    this.firstName = profile.firstName();
    this.lastName = profile.lastName();
    this.label = profile.label();
    this.status = "enabled";
    this.assigneeUserId = userId;
  }

  @PrePersist
  void created() {
    createdAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    updatedAt = createdAt;
  }

  @PreUpdate
  void updated() {
    updatedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  public UUID getUuid() {
    return uuid;
  }

  public long getTeamId() {
    return teamId;
  }

  public long getUserId() {
    return userId;
  }

  public Long getLinkedinServerId() {
    return linkedinServerId;
  }

  public String getLinkedinBrowserUuid() {
    return linkedinBrowserUuid;
  }

  public String getLinkedinAccountUuid() {
    return linkedinAccountUuid;
  }

  public String getMailboxUuid() {
    return mailboxUuid;
  }

  public Long getAssigneeUserId() {
    return assigneeUserId;
  }

  public String getFirstName() {
    return firstName;
  }

  public void setFirstName(String firstName) {
    this.firstName = firstName;
  }

  public String getLastName() {
    return lastName;
  }

  public void setLastName(String lastName) {
    this.lastName = lastName;
  }

  public String getLabel() {
    return label;
  }

  public void setLabel(String label) {
    this.label = label;
  }

  public String getStatus() {
    return status;
  }

  public void setSchedule(String schedule) {
    this.schedule = schedule;
  }

  public Instant getCreatedAt() {
    return createdAt;
  }

  public Instant getUpdatedAt() {
    return updatedAt;
  }
}
