package com.example.outreach;

import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The caller's team has no such record. */
public class NotFoundException extends ResponseStatusException {

  private static final long serialVersionUID = 1L;

  public NotFoundException(String kind, UUID uuid) {
    super(HttpStatus.NOT_FOUND, "No " + kind + " with uuid " + uuid);
  }
}
