package com.example.outreach.webhooks;

import com.example.outreach.Defect;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.data.jpa.domain.Specification;

/** A filter: conditions by field, each a scalar, an array, an operator with its operand, or a test for null. */
final class WebhookFilter {

  private record Field(String attribute, Function<JsonNode, Comparable<?>> read) {}

  private static final Map<String, Field> FIELDS =
      Map.of(
          "id", new Field("id", WebhookFilter::number),
          "uuid", new Field("uuid", node -> UUID.fromString(text(node))),
          "display_name", new Field("displayName", WebhookFilter::text),
          "event", new Field("event", WebhookFilter::text),
          "request_method", new Field("requestMethod", WebhookFilter::text),
          "target_url", new Field("targetUrl", WebhookFilter::text));

  private WebhookFilter() {}

  static Specification<Webhook> of(long teamId, Map<String, JsonNode> filter) {
    filter.keySet().stream()
        .filter(name -> !FIELDS.containsKey(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException("Cannot filter on " + name);
            });
    return (root, query, builder) -> {
      List<Predicate> conditions = new ArrayList<>();
      conditions.add(builder.equal(root.get("teamId"), teamId));
      filter.forEach((name, asked) -> conditions.add(condition(root, builder, FIELDS.get(name), asked)));
      return builder.and(conditions.toArray(Predicate[]::new));
    };
  }

  private static Predicate condition(
      Root<Webhook> root, CriteriaBuilder builder, Field field, JsonNode asked) {
    Path<?> path = root.get(field.attribute());
    if (asked.isTextual() && asked.textValue().equals("is_null")) {
      return builder.isNull(path);
    }
    if (asked.isTextual() && asked.textValue().equals("is_not_null")) {
      return builder.isNotNull(path);
    }
    if (asked.isArray()) {
      List<Comparable<?>> values = new ArrayList<>();
      asked.forEach(element -> values.add(field.read().apply(element)));
      return path.in(values);
    }
    if (asked.isObject()) {
      if (asked.size() != 1) {
        throw new IllegalArgumentException("A condition has one operator");
      }
      Map.Entry<String, JsonNode> entry = asked.properties().iterator().next();
      return comparison(root, builder, field, entry.getKey(), field.read().apply(entry.getValue()));
    }
    if (Defect.LIKE_FOR_EQUALS.isOn() && asked.isTextual() && !field.attribute().equals("uuid")) {
      return builder.like(root.get(field.attribute()), "%" + asked.textValue() + "%");
    }
    return builder.equal(path, field.read().apply(asked));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Predicate comparison(
      Root<Webhook> root, CriteriaBuilder builder, Field field, String operator, Comparable operand) {
    Path<Comparable> path = root.get(field.attribute());
    return switch (operator) {
      case "=" -> builder.equal(path, operand);
      case "!=", "<>" -> builder.notEqual(path, operand);
      case "<" -> builder.lessThan(path, operand);
      case "<=" -> builder.lessThanOrEqualTo(path, operand);
      case ">" -> builder.greaterThan(path, operand);
      case ">=" -> builder.greaterThanOrEqualTo(path, operand);
      default -> throw new IllegalArgumentException("Unknown operator " + operator);
    };
  }

  private static String text(JsonNode node) {
    if (!node.isTextual()) {
      throw new IllegalArgumentException("A string is expected");
    }
    return node.textValue();
  }

  private static Long number(JsonNode node) {
    if (!node.canConvertToExactIntegral()) {
      throw new IllegalArgumentException("A whole number is expected");
    }
    return node.longValue();
  }
}
