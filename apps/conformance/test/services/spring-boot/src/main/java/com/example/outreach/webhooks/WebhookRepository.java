package com.example.outreach.webhooks;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;

public interface WebhookRepository
    extends JpaRepository<Webhook, Long>, JpaSpecificationExecutor<Webhook> {

  Optional<Webhook> findByUuidAndTeamId(UUID uuid, long teamId);
}
