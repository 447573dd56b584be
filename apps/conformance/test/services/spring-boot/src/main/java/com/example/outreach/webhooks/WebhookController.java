package com.example.outreach.webhooks;

import com.example.outreach.Defect;
import com.example.outreach.NotFoundException;
import com.example.outreach.Seed.WebhookSeed;
import com.example.outreach.security.Caller;
import com.example.outreach.security.CurrentCaller;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class WebhookController {

  private static final int MAX_LIMIT = 50;

  private final WebhookRepository webhooks;
  private final WebhookTester tester;

  WebhookController(WebhookRepository webhooks, WebhookTester tester) {
    this.webhooks = webhooks;
    this.tester = tester;
  }

  /** The body of a list request. */
  record ListRequest(Map<String, JsonNode> filter) {}

  /** One page of the list. */
  record WebhookPage(List<Webhook> data, int limit, long offset, long total, boolean hasMore) {}

  @GetMapping("/integrations/api/webhooks")
  WebhookPage list(
      @RequestParam(defaultValue = "20") @Min(1) int limit,
      @RequestParam(defaultValue = "0") @Min(0) int offset,
      @RequestBody(required = false) ListRequest request,
      @CurrentCaller Caller caller) {
    int size = Math.min(limit, MAX_LIMIT);
    Map<String, JsonNode> filter =
        request == null || request.filter() == null ? Map.of() : request.filter();
    Pageable pageable =
        Defect.PAGE_OF_THE_OFFSET.isOn()
            ? PageRequest.of(offset / size, size, Sort.by("id"))
            : new OffsetRequest(offset, size);
    Page<Webhook> page = webhooks.findAll(WebhookFilter.of(caller.teamId(), filter), pageable);
    boolean hasMore = offset + page.getNumberOfElements() < page.getTotalElements();
    return new WebhookPage(page.getContent(), size, offset, page.getTotalElements(), hasMore);
  }

  @PostMapping("/integrations/api/webhooks/test")
  WebhookTester.Answer test(@Valid @RequestBody WebhookTestRequest request) {
    return tester.test(request);
  }

  @DeleteMapping("/integrations/api/webhooks/{uuid}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable UUID uuid, @CurrentCaller Caller caller) {
    webhooks.delete(
        webhooks
            .findByUuidAndTeamId(uuid, caller.teamId())
            .orElseThrow(() -> new NotFoundException("webhook", uuid)));
  }

  @PostMapping("/internal/webhooks")
  @ResponseStatus(HttpStatus.CREATED)
  Webhook insert(@RequestBody WebhookSeed webhook, @CurrentCaller Caller caller) {
    return webhooks.save(new Webhook(caller.teamId(), webhook));
  }
}
