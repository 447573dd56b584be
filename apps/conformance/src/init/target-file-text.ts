/** Writes a commented target file. */
import type { SetUp } from './set-up.ts';

/** What gateways and servers may require of each connection. */
const onTheWay = `  // Sent with every request, for a gateway in front of the target. No report shows the values.
  // "headers": { "CF-Access-Client-Id": "\${CF_ACCESS_CLIENT_ID}" },
  // PEM files relative to this one: an authority to trust besides those of this machine, and a client certificate.
  // "tls": { "ca": "./staging-ca.pem", "cert": "./client.pem", "key": "./client.key" },`;

/** A commented target file. It contains no credential: it names the variables that hold them. */
export function targetFileText(setUp: SetUp): string {
  const { baseUrl, senderProfiles, updates, createApiKeys, maxPerSecond } = setUp;
  return `// Which target outreach-conformance judges, and what it may do there. Without a permission it only reads.
// \${NAME} in any string is read from the environment: no credential belongs in this file.
// What a run may do: npx --no -- outreach-conformance server --config FILE --plan
{
  "$schema": "./node_modules/@outreach-api/conformance/src/target/target-file.schema.json",

  // The address of the API, without a path of an operation.
  "baseUrl": ${JSON.stringify(baseUrl)},

  // An API key of the account under test: preferably one that nobody else uses.
  "token": "\${OUTREACH_TOKEN}",

  // More keys decide more rules: one of another account (TEAM, RATE-02), one past its 3 years (AUTH-04).
  // "otherAccountToken": "\${OUTREACH_OTHER_ACCOUNT_TOKEN}",
  // "expiredToken": "\${OUTREACH_EXPIRED_TOKEN}",

${onTheWay}

  // Records that exist on the target, by uuid.
  "fixtures": {
    // Read; if \`allow.updates\` is true, also updated and restored. Two decide more than one.
    "senderProfiles": ${JSON.stringify(senderProfiles)},
    // Deleted if \`allow.deletes\` is true.
    "disposableSenderProfiles": [],
    "disposableWebhooks": []
  },

  // Your own way to make disposable records, in place of fixtures; see examples/provision.mjs of the package.
  // "provision": "./provision.mjs",

  "allow": {
    // How many API keys may be created. They cannot be revoked through the API. 9 decide KEY, 13 behind a gateway.
    "createApiKeys": ${createApiKeys},
    // How many webhook calls may be requested; 21 decide TEST, 28 behind a gateway. The target must reach \`receiver\`.
    "deliveries": 0,
    // Whether \`fixtures.senderProfiles\` may be updated: names and label, which are restored.
    "updates": ${updates},
    // Whether disposable records may be deleted.
    "deletes": false,
    // How many requests may be spent on reaching the rate limit. It limits all that use the account meanwhile.
    "flood": 0,
    // Whether credentials that must be refused are sent: missing, random, forged ones. A lockout or a firewall may react.
    "forgedCredentials": true
  },

  // "receiver": { "listen": "0.0.0.0:8080", "publicUrl": "https://ci.example.com/hooks" },

  "requests": {
    // Requests in flight at once, and the maximum per second (null: no limit).
    "concurrency": 4,
    "maxPerSecond": ${maxPerSecond ?? 'null'},
    // How long an answer may take, in milliseconds.
    "timeoutMs": 10000
  }
}
`;
}
