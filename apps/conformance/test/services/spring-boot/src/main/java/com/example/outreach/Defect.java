package com.example.outreach;

import java.util.Locale;

/** The mistakes that a process can be started with, for tests of its judges. */
public enum Defect {
  PAGE_OF_THE_OFFSET,
  TIMESTAMPS_AS_NUMBERS,
  CACHE_NOT_EVICTED,
  TEST_PERMITTED_TO_ALL,
  FOUND_BY_UUID_ALONE,
  LIKE_FOR_EQUALS,
  TARGET_AS_URI_TEMPLATE,
  TARGET_ANSWER_NOT_READ,
  NAME_NOT_VALIDATED;

  private static final String CHOSEN = System.getenv().getOrDefault("DEFECT", "");

  public boolean isOn() {
    return CHOSEN.equals(name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }
}
