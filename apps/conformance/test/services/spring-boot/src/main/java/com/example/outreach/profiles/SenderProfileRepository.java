package com.example.outreach.profiles;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;

public interface SenderProfileRepository extends JpaRepository<SenderProfile, UUID> {

  Optional<SenderProfile> findByUuidAndTeamId(UUID uuid, long teamId);
}
