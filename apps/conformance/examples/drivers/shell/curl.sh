#!/bin/sh
# curl 7.66 or later with --retry: 1 s before the first retry, then twice the previous wait, at most 10 minutes; or what
# Retry-After says, however long. The first wait can only be chosen together with even waits (--retry-delay). Needs jq.

# Makes one request, and prints the answer's line.
ask() { # METHOD PATH [BODY]
  body=$(mktemp)
  status=$(curl --silent --retry 3 --request "$1" --header "Authorization: Bearer $OUTREACH_TOKEN" \
    ${3:+--header 'Content-Type: application/json' --data-raw "$3"} \
    --output "$body" --write-out '%{http_code}' "$OUTREACH_BASE_URL$2")
  if [ "$status" -ge 200 ] && [ "$status" -lt 400 ]; then
    jq --compact-output --null-input --argjson status "$status" --rawfile text "$body" \
      '{ok: true, status: $status} + if $text == "" then {} else {value: ($text | fromjson)} end'
  else
    printf '{"ok":false,"status":%d}\n' "$status"
  fi
  rm -f "$body"
}

declared='{"base":1000,"factor":2,"cap":600000,"jitter":"none","attempts":4,"retryAfterMax":null,"from":"end"}'
calls='["webhooks.list","webhooks.test","webhooks.delete","senderProfiles.get","senderProfiles.update","senderProfiles.delete","apiKeys.create"]'

while IFS= read -r line; do
  of() { printf '%s' "$line" | jq --raw-output --compact-output "$1"; }
  uuid=$(of '.with.uuid? // ""')
  case $(of .call) in
    declare) printf '{"ok":true,"value":{"backoff":%s,"calls":%s}}\n' "$declared" "$calls" ;;
    webhooks.list)
      query=$(of '.with | to_entries | map("\(.key)=\(.value | tostring | @uri)") | join("&")')
      ask GET "/integrations/api/webhooks${query:+?$query}" ;;
    webhooks.test) ask POST /integrations/api/webhooks/test "$(of .with)" ;;
    webhooks.delete) ask DELETE "/integrations/api/webhooks/$uuid" ;;
    senderProfiles.get) ask GET "/flows/api/sender-profiles/$uuid" ;;
    senderProfiles.update) ask PUT "/flows/api/sender-profiles/$uuid" "$(of '.with | del(.uuid)')" ;;
    senderProfiles.delete) ask DELETE "/flows/api/sender-profiles/$uuid" ;;
    apiKeys.create) ask POST /id/api/jwt-tokens/create-api-key "$(of .with)" ;;
    *) printf '{"ok":false}\n' ;;
  esac
done
