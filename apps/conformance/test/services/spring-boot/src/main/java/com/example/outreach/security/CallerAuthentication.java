package com.example.outreach.security;

import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

class CallerAuthentication extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private final transient Caller caller;

  CallerAuthentication(Caller caller) {
    super(List.of());
    this.caller = caller;
    setAuthenticated(true);
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public Caller getPrincipal() {
    return caller;
  }
}
