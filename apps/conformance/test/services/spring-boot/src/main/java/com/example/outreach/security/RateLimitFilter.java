package com.example.outreach.security;

import com.example.outreach.Seed.RateLimit;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Allows each account a number of requests within any period of a given length: a sliding window. */
class RateLimitFilter extends OncePerRequestFilter {

  private final RateLimit limit;
  private final Map<Long, Deque<Long>> requests = new ConcurrentHashMap<>();

  RateLimitFilter(RateLimit limit) {
    this.limit = limit;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().startsWith("/internal/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof CallerAuthentication caller
        && !admits(caller.getPrincipal().teamId())) {
      response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
      response.setHeader("X-RateLimit-Limit", Integer.toString(limit.requests()));
      response.setHeader("X-RateLimit-Remaining", "0");
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response
          .getWriter()
          .write("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429}");
      return;
    }
    chain.doFilter(request, response);
  }

  private boolean admits(long account) {
    long now = System.nanoTime();
    long since = now - (long) (limit.seconds() * 1e9);
    Deque<Long> admitted = requests.computeIfAbsent(account, unused -> new ArrayDeque<>());
    synchronized (admitted) {
      while (!admitted.isEmpty() && admitted.peekFirst() - since <= 0) {
        admitted.removeFirst();
      }
      if (admitted.size() >= limit.requests()) {
        return false;
      }
      admitted.addLast(now);
      return true;
    }
  }
}
