package com.example.outreach.keys;

import com.example.outreach.Defect;
import com.example.outreach.security.Caller;
import com.example.outreach.security.CurrentCaller;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ApiKeyController {

  private final ApiKeyService service;

  ApiKeyController(ApiKeyService service) {
    this.service = service;
  }

  record CreateApiKeyRequest(@Size(max = 200) String name) {

    @AssertTrue(message = "name must not be blank")
    boolean isNamed() {
      return Defect.NAME_NOT_VALIDATED.isOn() || (name != null && !name.isBlank());
    }
  }

  @PostMapping("/id/api/jwt-tokens/create-api-key")
  CreatedApiKey create(@Valid @RequestBody CreateApiKeyRequest request, @CurrentCaller Caller caller) {
    return service.issue(caller.userId(), caller.teamId(), request.name(), Instant.now());
  }
}
