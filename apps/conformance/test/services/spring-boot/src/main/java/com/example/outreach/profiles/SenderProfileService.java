package com.example.outreach.profiles;

import com.example.outreach.Defect;
import com.example.outreach.NotFoundException;
import com.example.outreach.security.Caller;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class SenderProfileService {

  private final SenderProfileRepository profiles;

  /** Only for a defect: what was read last, which stays although it was deleted. */
  private final Map<UUID, SenderProfile> cache = new ConcurrentHashMap<>();

  SenderProfileService(SenderProfileRepository profiles) {
    this.profiles = profiles;
  }

  @Transactional(readOnly = true)
  SenderProfile get(UUID uuid, Caller caller) {
    if (!Defect.CACHE_NOT_EVICTED.isOn()) {
      return find(uuid, caller);
    }
    SenderProfile profile = cache.computeIfAbsent(uuid, unused -> find(uuid, caller));
    if (profile.getTeamId() != caller.teamId()) {
      throw new NotFoundException("sender profile", uuid);
    }
    return profile;
  }

  @Transactional
  SenderProfile update(UUID uuid, UpdateSenderProfileRequest request, Caller caller) {
    SenderProfile profile =
        Defect.FOUND_BY_UUID_ALONE.isOn()
            ? profiles.findById(uuid).orElseThrow(() -> new NotFoundException("sender profile", uuid))
            : find(uuid, caller);
    request.applyTo(profile);
    SenderProfile saved = profiles.saveAndFlush(profile);
    cache.computeIfPresent(uuid, (unused, old) -> saved);
    return saved;
  }

  @Transactional
  void delete(UUID uuid, Caller caller) {
    profiles.delete(find(uuid, caller));
  }

  private SenderProfile find(UUID uuid, Caller caller) {
    return profiles
        .findByUuidAndTeamId(uuid, caller.teamId())
        .orElseThrow(() -> new NotFoundException("sender profile", uuid));
  }
}
