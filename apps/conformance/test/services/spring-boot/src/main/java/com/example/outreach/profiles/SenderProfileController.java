package com.example.outreach.profiles;

import com.example.outreach.Seed.ProfileSeed;
import com.example.outreach.security.Caller;
import com.example.outreach.security.CurrentCaller;
import jakarta.validation.Valid;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SenderProfileController {

  private final SenderProfileService service;
  private final SenderProfileRepository profiles;

  SenderProfileController(SenderProfileService service, SenderProfileRepository profiles) {
    this.service = service;
    this.profiles = profiles;
  }

  @GetMapping("/flows/api/sender-profiles/{uuid}")
  SenderProfile get(@PathVariable UUID uuid, @CurrentCaller Caller caller) {
    return service.get(uuid, caller);
  }

  @PutMapping("/flows/api/sender-profiles/{uuid}")
  SenderProfile update(
      @PathVariable UUID uuid,
      @Valid @RequestBody UpdateSenderProfileRequest request,
      @CurrentCaller Caller caller) {
    return service.update(uuid, request, caller);
  }

  @DeleteMapping("/flows/api/sender-profiles/{uuid}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable UUID uuid, @CurrentCaller Caller caller) {
    service.delete(uuid, caller);
  }

  @PostMapping("/internal/sender-profiles")
  @ResponseStatus(HttpStatus.CREATED)
  SenderProfile insert(@RequestBody ProfileSeed profile, @CurrentCaller Caller caller) {
    return profiles.save(new SenderProfile(caller.teamId(), caller.userId(), profile));
  }
}
