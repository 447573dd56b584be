package com.example.outreach;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.support.GenericApplicationContext;

/** Reads the seed as JSON from stdin, prints one line of JSON when ready, and serves until SIGTERM. */
@SpringBootApplication
public class OutreachApplication {

  public static void main(String[] args) throws IOException {
    Seed seed =
        new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .readValue(System.in, Seed.class);
    SpringApplication application = new SpringApplication(OutreachApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", seed.port(),
            "spring.jackson.serialization.write-dates-as-timestamps", Defect.TIMESTAMPS_AS_NUMBERS.isOn()));
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context).registerBean(Seed.class, () -> seed));
    application.run(args);
  }
}
