package com.example.outreach.profiles;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Optional;

/**
 * Changes the fields that it names. A Java null was omitted; an empty Optional was null, which no field may be. A class
 * with setters, since Jackson also gives records an empty Optional for absent fields.
 */
@SuppressWarnings("OptionalAssignedToNull")
class UpdateSenderProfileRequest {

  private Optional<@NotBlank @Size(max = 200) String> firstName;
  private Optional<@NotBlank @Size(max = 200) String> lastName;
  private Optional<@Size(max = 200) String> label;
  private JsonNode schedule;

  public void setFirstName(Optional<String> firstName) {
    this.firstName = firstName;
  }

  public void setLastName(Optional<String> lastName) {
    this.lastName = lastName;
  }

  public void setLabel(Optional<String> label) {
    this.label = label;
  }

  public void setSchedule(JsonNode schedule) {
    this.schedule = schedule;
  }

  @AssertTrue(message = "null is no value")
  public boolean isWithoutNulls() {
    return (firstName == null || firstName.isPresent())
        && (lastName == null || lastName.isPresent())
        && (label == null || label.isPresent());
  }

  @AssertTrue(message = "schedule must be an object")
  public boolean isScheduleAnObject() {
    return schedule == null || schedule.isObject();
  }

  void applyTo(SenderProfile profile) {
    if (firstName != null) {
      firstName.ifPresent(profile::setFirstName);
    }
    if (lastName != null) {
      lastName.ifPresent(profile::setLastName);
    }
    if (label != null) {
      label.ifPresent(profile::setLabel);
    }
    if (schedule != null) {
      profile.setSchedule(schedule.toString());
    }
  }
}
