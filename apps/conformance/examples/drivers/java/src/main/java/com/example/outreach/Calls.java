package com.example.outreach;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/** Answers calls, line by line: each becomes a request, or several for a walk. */
final class Calls {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> NAMES = List.of(
            "webhooks.list", "webhooks.all", "webhooks.test", "webhooks.delete",
            "senderProfiles.get", "senderProfiles.update", "senderProfiles.delete", "apiKeys.create");

    /** Makes one request with the client under test. */
    interface Send {
        HttpResponse<String> send(HttpRequest request) throws Exception;
    }

    private final String baseUrl;
    private final String token;
    private final Send send;

    /** Each line has the address and the key for its call. */
    private Calls(String baseUrl, String token, Send send) {
        this.baseUrl = baseUrl;
        this.token = token;
        this.send = send;
    }

    static void answer(ObjectNode backoff, Send send) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode asked = JSON.readTree(line);
            Calls calls = new Calls(
                    asked.path("baseUrl").asText(System.getenv("OUTREACH_BASE_URL")),
                    asked.path("token").asText(System.getenv("OUTREACH_TOKEN")),
                    send);
            out.println(calls.made(asked.get("call").asText(), asked.path("with"), backoff));
        }
    }

    private ObjectNode made(String call, JsonNode with, ObjectNode backoff) {
        ObjectNode given = with.isObject() ? with.deepCopy() : JSON.createObjectNode();
        try {
            return switch (call) {
                case "declare" -> succeeded(JSON.createObjectNode()
                        .put("stays", true)
                        .<ObjectNode>set("backoff", backoff).set("calls", JSON.valueToTree(NAMES)));
                case "webhooks.all" -> walk(given);
                default -> ask(call, given);
            };
        } catch (Exception error) {
            System.err.println(error);
            return JSON.createObjectNode().put("ok", false);
        }
    }

    private ObjectNode ask(String call, ObjectNode given) throws Exception {
        HttpResponse<String> response = send.send(requestOf(call, given));
        if (response.statusCode() >= 400) {
            return JSON.createObjectNode().put("ok", false).put("status", response.statusCode());
        }
        String text = response.body();
        return succeeded(text.isEmpty() ? null : JSON.readTree(text)).put("status", response.statusCode());
    }

    private static ObjectNode succeeded(JsonNode value) {
        return JSON.createObjectNode().put("ok", true).set("value", value);
    }

    private ObjectNode walk(ObjectNode given) throws Exception {
        ArrayNode all = JSON.createArrayNode();
        while (true) {
            ObjectNode answer = ask("webhooks.list", given.put("offset", all.size()));
            if (!answer.get("ok").asBoolean()) {
                return answer;
            }
            JsonNode page = answer.get("value");
            page.get("data").forEach(all::add);
            if (!page.get("has_more").asBoolean() || page.get("data").isEmpty()) {
                return succeeded(all);
            }
        }
    }

    private HttpRequest requestOf(String call, ObjectNode given) {
        String uuid = given.path("uuid").asText();
        return switch (call) {
            case "webhooks.list" -> request("GET", "/integrations/api/webhooks" + query(given), null);
            case "webhooks.test" -> request("POST", "/integrations/api/webhooks/test", given);
            case "webhooks.delete" -> request("DELETE", "/integrations/api/webhooks/" + uuid, null);
            case "senderProfiles.get" -> request("GET", "/flows/api/sender-profiles/" + uuid, null);
            case "senderProfiles.update" ->
                    request("PUT", "/flows/api/sender-profiles/" + uuid, given.without("uuid"));
            case "senderProfiles.delete" -> request("DELETE", "/flows/api/sender-profiles/" + uuid, null);
            case "apiKeys.create" -> request("POST", "/id/api/jwt-tokens/create-api-key", given);
            default -> throw new IllegalArgumentException(call);
        };
    }

    private HttpRequest request(String method, String path, JsonNode body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .header("Authorization", "Bearer " + token);
        return body == null
                ? request.method(method, BodyPublishers.noBody()).build()
                : request.header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body.toString())).build();
    }

    private static String query(ObjectNode given) {
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        given.properties().forEach(field ->
                query.add(field.getKey() + "=" + URLEncoder.encode(field.getValue().toString(), StandardCharsets.UTF_8)));
        return query.toString();
    }
}
