package com.example.outreach.security;

import com.example.outreach.Defect;
import com.example.outreach.Seed;
import com.example.outreach.keys.ApiKeyRepository;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import jakarta.servlet.DispatcherType;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.Converter;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;

/** API keys are JWTs that this service signs; a request without a valid one is answered 401. */
@Configuration
class SecurityConfiguration {

  @Bean
  KeyPair signingKeys() throws NoSuchAlgorithmException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  @Bean
  JwtEncoder jwtEncoder(KeyPair keys) {
    RSAKey key =
        new RSAKey.Builder((RSAPublicKey) keys.getPublic())
            .privateKey(keys.getPrivate())
            .keyID(UUID.randomUUID().toString())
            .build();
    return new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(key)));
  }

  @Bean
  JwtDecoder jwtDecoder(KeyPair keys) {
    return NimbusJwtDecoder.withPublicKey((RSAPublicKey) keys.getPublic()).build();
  }

  @Bean
  SecurityFilterChain api(HttpSecurity http, ApiKeyRepository keys, Seed seed) throws Exception {
    return http.csrf(AbstractHttpConfigurer::disable)
        .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .authorizeHttpRequests(
            requests -> {
              requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
              if (Defect.TEST_PERMITTED_TO_ALL.isOn()) {
                requests
                    .requestMatchers(HttpMethod.POST, "/integrations/api/webhooks/test")
                    .permitAll();
              }
              requests.anyRequest().authenticated();
            })
        .oauth2ResourceServer(
            server -> server.jwt(jwt -> jwt.jwtAuthenticationConverter(callerOf(keys))))
        .addFilterAfter(new RateLimitFilter(seed.rateLimit()), BearerTokenAuthenticationFilter.class)
        .build();
  }

  private static Converter<Jwt, AbstractAuthenticationToken> callerOf(ApiKeyRepository keys) {
    return jwt ->
        keys.findById(UUID.fromString(jwt.getId()))
            .map(key -> new Caller(key.getJti(), key.getUserId(), key.getTeamId()))
            .map(CallerAuthentication::new)
            .orElseThrow(() -> new InvalidBearerTokenException("unknown key"));
  }
}
