package com.example.outreach.keys;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class ApiKeyService {

  private static final int YEARS = 3;

  private final ApiKeyRepository keys;
  private final JwtEncoder encoder;

  ApiKeyService(ApiKeyRepository keys, JwtEncoder encoder) {
    this.keys = keys;
    this.encoder = encoder;
  }

  /** Creates a key and its token. */
  @Transactional
  public CreatedApiKey issue(long userId, long teamId, String name, Instant at) {
    Instant createdAt = at.truncatedTo(ChronoUnit.MILLIS);
    UUID jti = UUID.randomUUID();
    JwtClaimsSet claims =
        JwtClaimsSet.builder()
            .id(jti.toString())
            .issuer("https://outreach.example")
            .subject("user|" + userId)
            .issuedAt(createdAt)
            .expiresAt(createdAt.atOffset(ZoneOffset.UTC).plusYears(YEARS).toInstant())
            .claim("team_id", teamId)
            .build();
    String token = encoder.encode(JwtEncoderParameters.from(claims)).getTokenValue();
    keys.save(new ApiKey(jti, userId, teamId, name, createdAt));
    return new CreatedApiKey(jti, userId, teamId, name, token, createdAt);
  }
}
