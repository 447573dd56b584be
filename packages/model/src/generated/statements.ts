/** The numbered statements of the API description, generated from spec/statements.yaml; do not edit. */

/** Each statement by its id. */
export const statements = {
  "AUTH-01": {
    "level": "stated",
    "section": "Endpoints; Authentication",
    "says": "A request without `Authorization` is refused (not 2xx) on each of the seven operations, and has no effect.",
    "quote": "All endpoints require the bearer credential (see Authentication)."
  },
  "AUTH-02": {
    "level": "stated",
    "section": "Authentication",
    "says": "A credential that is not an API key (random text, empty, another scheme, a JWT-shaped forgery) is refused.",
    "quote": "All endpoints require the bearer credential (see Authentication)."
  },
  "AUTH-03": {
    "level": "implied",
    "section": "Authentication",
    "says": "A real key that was tampered with (payload or signature changed, `alg: none`, signature stripped, algorithm swapped) is refused.",
    "quote": "All endpoints require the bearer credential (see Authentication)."
  },
  "AUTH-04": {
    "level": "implied",
    "section": "Authentication; Limits",
    "says": "A key past its 3 years is refused. (Needs an expired key from the target's owner.)",
    "quote": "An API key is bound to the team of the user that created it and expires 3 years after creation."
  },
  "AUTH-05": {
    "level": "stated",
    "section": "Authentication; Create an API key",
    "says": "A freshly created key's `last_token` is accepted as the bearer credential.",
    "quote": "A key can be obtained through the user interface (Settings, then API Keys) or by the Create an API key operation, which itself requires a valid bearer credential."
  },
  "TEAM-01": {
    "level": "implied",
    "section": "What the service does; Authentication",
    "says": "A key of another account lists none of this account's webhooks.",
    "quote": "Resources belong to a team; an API key is bound to one team."
  },
  "TEAM-02": {
    "level": "implied",
    "section": "What the service does; Authentication",
    "says": "A key of another account can neither read, update nor delete this account's sender profiles, nor delete its webhooks: whatever it is answered, nothing is disclosed and nothing changes.",
    "quote": "Resources belong to a team; an API key is bound to one team."
  },
  "JSON-01": {
    "level": "stated",
    "section": "Endpoints",
    "says": "Where a response body is described, it is JSON.",
    "quote": "Request and response bodies are JSON (Content-Type: application/json for requests with a body)."
  },
  "PAGE-01": {
    "level": "stated",
    "section": "Pagination; Limits",
    "says": "Without `limit`, the page size is 20: the envelope says `limit: 20`.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0)."
  },
  "PAGE-02": {
    "level": "stated",
    "section": "Pagination; Limits",
    "says": "Without `offset`, the page starts at 0: the envelope says `offset: 0`.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0)."
  },
  "PAGE-03": {
    "level": "stated",
    "section": "Pagination",
    "says": "`limit` and `offset` are taken from the query: a limit from 1 to 20 and an offset below `total` (or 0) come back in the envelope. (A larger limit may be clamped or refused.)",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0)."
  },
  "PAGE-04": {
    "level": "stated",
    "section": "Webhook list envelope",
    "says": "The envelope carries `data` (array), `limit`, `offset`, `total` (integers, not negative) and `has_more` (boolean).",
    "quote": "data | array of webhook | limit | integer | offset | integer | total | integer | has_more | boolean"
  },
  "PAGE-05": {
    "level": "implied",
    "section": "Pagination",
    "says": "A page holds as many records as the envelope's `limit` allows and the rest of the list has.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0). List responses carry `total` (count) and `has_more` (boolean)."
  },
  "PAGE-06": {
    "level": "implied",
    "section": "Pagination",
    "says": "`has_more` is true exactly when `offset` + the page's length is below `total`.",
    "quote": "List responses carry `total` (count) and `has_more` (boolean)."
  },
  "PAGE-07": {
    "level": "implied",
    "section": "Pagination; List webhooks",
    "says": "While nothing changes, the pages of one walk hold every record once, `total` of them, whatever the page size.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0). List responses carry `total` (count) and `has_more` (boolean)."
  },
  "PAGE-08": {
    "level": "implied",
    "section": "Pagination",
    "says": "Asking for the defaults (`limit=20&offset=0`) answers what asking for nothing answers.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0)."
  },
  "PAGE-09": {
    "level": "implied",
    "section": "Pagination",
    "says": "`total` does not depend on `limit` and `offset`.",
    "quote": "List responses carry `total` (count) and `has_more` (boolean)."
  },
  "PAGE-10": {
    "level": "implied",
    "section": "Pagination",
    "says": "An offset at or past `total`, if it is accepted, gives an empty page and `has_more: false`.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0). List responses carry `total` (count) and `has_more` (boolean)."
  },
  "PAGE-90": {
    "level": "open",
    "section": "Limits",
    "says": "A limit or offset that is zero, negative, huge or no integer; the maximum of `limit`; the order of the list.",
    "quote": ""
  },
  "FILT-01": {
    "level": "stated",
    "section": "Filtering",
    "says": "Scalar: exactly the records whose field equals it.",
    "quote": "Scalar | field: scalar | equals"
  },
  "FILT-02": {
    "level": "stated",
    "section": "Filtering",
    "says": "Array: exactly the records whose field equals any element.",
    "quote": "Array | field: array of scalars | equals any of (IN)"
  },
  "FILT-03": {
    "level": "stated",
    "section": "Filtering",
    "says": "`=`: as the scalar.",
    "quote": "Supported operators in the object form: =, !=, <, <=, >, >=, <>."
  },
  "FILT-04": {
    "level": "stated",
    "section": "Filtering",
    "says": "`!=` and `<>`: exactly the (non-null) records whose field differs; both operators agree.",
    "quote": "Supported operators in the object form: =, !=, <, <=, >, >=, <>."
  },
  "FILT-05": {
    "level": "stated",
    "section": "Filtering",
    "says": "`<`, `<=`, `>`, `>=`: on a field with a known order (numbers, date-times) exactly the records on that side; on strings the laws of any total order hold (`<` and `>=` split the non-null records, `<=` is `<` and `=`, `>` and `<` share nothing, growing operands give growing answers). Dates and numbers exist only in undocumented fields: judged where such a field is seen to be filterable.",
    "quote": "Supported operators in the object form: =, !=, <, <=, >, >=, <>."
  },
  "FILT-06": {
    "level": "stated",
    "section": "Filtering",
    "says": "`is_null`: exactly the records whose field is null.",
    "quote": "Null test | field: the string is_null | field is null"
  },
  "FILT-07": {
    "level": "stated",
    "section": "Filtering",
    "says": "`is_not_null`: exactly the others.",
    "quote": "Not-null test | field: the string is_not_null | field is not null"
  },
  "FILT-08": {
    "level": "implied",
    "section": "Filtering; Pagination",
    "says": "`total`, `has_more` and the pages speak of the filtered list.",
    "quote": "List responses carry `total` (count) and `has_more` (boolean)."
  },
  "FILT-90": {
    "level": "open",
    "section": "Filtering",
    "says": "Filters on undocumented fields, unknown operators, wrong operand types, an empty array, several fields at once, null records under `!=` and the comparisons, where the filter goes.",
    "quote": ""
  },
  "KEY-01": {
    "level": "stated",
    "section": "API key; Create an API key",
    "says": "Creating with a name succeeds and returns `jti`, `user_id`, `team_id`, `name`, `last_token`, `created_at` with their types.",
    "quote": "Response: an API key object (fields above)."
  },
  "KEY-02": {
    "level": "stated",
    "section": "API key",
    "says": "`name` is the name given.",
    "quote": "name | string | human-readable name given at creation"
  },
  "KEY-03": {
    "level": "stated",
    "section": "Create an API key",
    "says": "`name` is required: a body without it is refused.",
    "quote": "name | string | yes | human-readable name of the key"
  },
  "KEY-04": {
    "level": "stated",
    "section": "API key; Authentication",
    "says": "`last_token` is a JWT (compact form: JSON header, JSON payload, signature).",
    "quote": "last_token | string | the JWT itself, used as the bearer credential; returned only in the creation response and cannot be retrieved later"
  },
  "KEY-05": {
    "level": "implied",
    "section": "API key",
    "says": "Where the JWT has a `jti` claim, it is the record's `jti`.",
    "quote": "jti | string | JWT ID; identifies the key"
  },
  "KEY-06": {
    "level": "stated",
    "section": "Create an API key; Limits",
    "says": "The key expires 3 years after creation: where the JWT has `exp`, it lies 3 years (3 calendar years or 1,095 to 1,096 days, a day's tolerance) after `created_at`.",
    "quote": "The key is bound to the caller's current team and expires 3 years after creation."
  },
  "KEY-07": {
    "level": "implied",
    "section": "API key",
    "says": "Two creations never share `jti` or `last_token`, not even at the same time.",
    "quote": "jti | string | JWT ID; identifies the key"
  },
  "KEY-08": {
    "level": "stated",
    "section": "API key; Authentication",
    "says": "`last_token` appears in no other response.",
    "quote": "`last_token` is present only in this response."
  },
  "KEY-09": {
    "level": "implied",
    "section": "API key",
    "says": "`created_at` is the time of creation (against the `Date` of the answer, minutes of tolerance; no `Date`, no verdict).",
    "quote": "created_at | string, date-time"
  },
  "KEY-10": {
    "level": "stated",
    "section": "Create an API key; Authentication",
    "says": "The key is bound to the caller's current team: keys made by one caller carry one `team_id` and one `user_id`, also when made with a key just made.",
    "quote": "The key is bound to the caller's current team and expires 3 years after creation."
  },
  "KEY-90": {
    "level": "open",
    "section": "Authentication",
    "says": "Names that are empty, very long or of a wrong type; the JWT's other claims; listing, revoking, rotating.",
    "quote": ""
  },
  "HOOK-01": {
    "level": "stated",
    "section": "Webhook",
    "says": "Each record has `uuid` (UUID), `event`, `request_method`, `target_url` (strings).",
    "quote": "uuid | string (UUID) | identifier of the webhook | event | string | event kind that triggers it (see Events) | request_method | string | HTTP method used for the call to the target; POST is the usual one, a custom method may be chosen | target_url | string | URL that receives the request"
  },
  "HOOK-02": {
    "level": "stated",
    "section": "List webhooks",
    "says": "The list covers all webhooks of the account: every one known to exist is in it.",
    "quote": "Response: webhook list envelope (fields above) covering all webhooks in the account."
  },
  "HOOK-03": {
    "level": "implied",
    "section": "Webhook",
    "says": "`uuid` identifies: no two records share one.",
    "quote": "uuid | string (UUID) | identifier of the webhook"
  },
  "HOOK-04": {
    "level": "implied",
    "section": "List webhooks",
    "says": "Listing succeeds with a key that other operations take.",
    "quote": "Response: webhook list envelope (fields above) covering all webhooks in the account."
  },
  "TEST-01": {
    "level": "stated",
    "section": "Test a webhook; Errors",
    "says": "A test with only `uuid` answers 422, whether or not that webhook exists.",
    "quote": "Rule: when the body contains only uuid, then the response status is 422."
  },
  "TEST-02": {
    "level": "stated",
    "section": "Test a webhook",
    "says": "A test with the full configuration makes the service call `target_url` (path and query kept).",
    "quote": "Purpose: sends a sample payload for the given event to the target URL and returns the target's response; verifies connectivity and shows the payload shape of an event."
  },
  "TEST-03": {
    "level": "stated",
    "section": "Test a webhook; Events",
    "says": "The call uses `request_method`. POST is always taken, and of GET, PUT, PATCH and DELETE at least one.",
    "quote": "request_method | string | yes | HTTP method for the call to the target"
  },
  "TEST-04": {
    "level": "stated",
    "section": "Test a webhook",
    "says": "The target's response is returned: its status or its body can be found in the answer.",
    "quote": "Purpose: sends a sample payload for the given event to the target URL and returns the target's response; verifies connectivity and shows the payload shape of an event."
  },
  "TEST-05": {
    "level": "stated",
    "section": "Test a webhook",
    "says": "`event`, `request_method` and `target_url` are each required: a body that lacks one is refused and nothing is called.",
    "quote": "Request body (the full webhook configuration must be sent):"
  },
  "TEST-06": {
    "level": "stated",
    "section": "Test a webhook",
    "says": "`uuid` is optional: the test works without it and with it.",
    "quote": "uuid | string (UUID) | no | the webhook's identifier"
  },
  "TEST-07": {
    "level": "implied",
    "section": "Test a webhook",
    "says": "A test stores nothing: the list is the same before and after.",
    "quote": "Purpose: sends a sample payload for the given event to the target URL and returns the target's response; verifies connectivity and shows the payload shape of an event."
  },
  "TEST-08": {
    "level": "implied",
    "section": "Test a webhook",
    "says": "A call whose method carries a body (POST, PUT, PATCH) carries a payload.",
    "quote": "Purpose: sends a sample payload for the given event to the target URL and returns the target's response; verifies connectivity and shows the payload shape of an event."
  },
  "TEST-09": {
    "level": "implied",
    "section": "Test a webhook",
    "says": "A target that answers with a success is called once per test.",
    "quote": "Purpose: sends a sample payload for the given event to the target URL and returns the target's response; verifies connectivity and shows the payload shape of an event."
  },
  "DEL-01": {
    "level": "stated",
    "section": "Delete a webhook",
    "says": "Deleting a webhook succeeds, and it is gone: no longer listed, `total` one less.",
    "quote": "Effect: the webhook is permanently removed."
  },
  "DEL-02": {
    "level": "implied",
    "section": "Delete a webhook",
    "says": "Deleting one webhook changes no other.",
    "quote": "Effect: the webhook is permanently removed."
  },
  "HOOK-90": {
    "level": "open",
    "section": "Events; Not specified",
    "says": "Deleting twice, an unknown or malformed uuid; unknown events; a target that fails, hangs or redirects; the payload's shape; the answer's shape.",
    "quote": ""
  },
  "PROF-01": {
    "level": "stated",
    "section": "Sender profile",
    "says": "Reading returns the record with its 14 fields and their types (nullable where the description says so).",
    "quote": "Response: sender profile object."
  },
  "PROF-02": {
    "level": "stated",
    "section": "Get a sender profile",
    "says": "The record's `uuid` is the one asked for.",
    "quote": "Response: sender profile object."
  },
  "PROF-03": {
    "level": "implied",
    "section": "Get a sender profile",
    "says": "Reading changes nothing: two reads agree while nobody writes.",
    "quote": "Response: sender profile object."
  },
  "PROF-04": {
    "level": "stated",
    "section": "Update a sender profile",
    "says": "Updating any of `first_name`, `last_name`, `label` (one, two or all three) succeeds and returns the record with the values sent.",
    "quote": "Response: the updated sender profile object."
  },
  "PROF-05": {
    "level": "stated",
    "section": "Update a sender profile",
    "says": "A later read shows the update.",
    "quote": "Response: the updated sender profile object."
  },
  "PROF-06": {
    "level": "implied",
    "section": "Sender profile",
    "says": "An update leaves `uuid`, `team_id`, `user_id`, `created_at` as they were, also where its body names them.",
    "quote": "Request body (updates name, label or schedule; none is marked required):"
  },
  "PROF-07": {
    "level": "implied",
    "section": "Sender profile",
    "says": "`updated_at` never goes back, and is never before `created_at`.",
    "quote": "created_at | string, date-time | updated_at | string, date-time"
  },
  "PROF-08": {
    "level": "implied",
    "section": "Update a sender profile",
    "says": "Updating one profile changes no other.",
    "quote": "Request body (updates name, label or schedule; none is marked required):"
  },
  "PROF-09": {
    "level": "stated",
    "section": "Delete a sender profile",
    "says": "Deleting succeeds, and the profile is gone: reading or updating it is refused (not 2xx).",
    "quote": "Effect: the sender profile is permanently deleted."
  },
  "PROF-10": {
    "level": "implied",
    "section": "Delete a sender profile",
    "says": "Deleting one profile changes no other.",
    "quote": "Effect: the sender profile is permanently deleted."
  },
  "PROF-11": {
    "level": "implied",
    "section": "Get a sender profile",
    "says": "A uuid that no profile has is refused on read and update.",
    "quote": "Response: sender profile object."
  },
  "PROF-12": {
    "level": "implied",
    "section": "Update a sender profile",
    "says": "Of updates sent at the same time, one wins whole: the final record holds no mixture of two full updates.",
    "quote": "Request body (updates name, label or schedule; none is marked required):"
  },
  "PROF-90": {
    "level": "open",
    "section": "Update a sender profile",
    "says": "Omitted fields kept or cleared; an empty body; `label: null`; wrong types; unknown fields; `schedule`'s structure and whether the record shows it; deleting twice; a malformed uuid.",
    "quote": ""
  },
  "RATE-01": {
    "level": "stated",
    "section": "Errors; Limits",
    "says": "Past the account's limit the answer is 429, not another refusal. No 429 within the budget: inconclusive.",
    "quote": "429 | the account's rate limit is exceeded"
  },
  "RATE-02": {
    "level": "implied",
    "section": "Limits",
    "says": "The limit is per account: another key of the same account is limited with it; a key of another account is not limited by it.",
    "quote": "Request rate | limited per account; exceeding it yields 429"
  },
  "RATE-03": {
    "level": "implied",
    "section": "Errors",
    "says": "A client that backs off exponentially gets through again.",
    "quote": "Clients retrying after 429 use exponential backoff."
  },
  "RATE-04": {
    "level": "implied",
    "section": "Errors",
    "says": "A request answered 429 had no effect.",
    "quote": "429 | the account's rate limit is exceeded"
  },
  "RATE-90": {
    "level": "open",
    "section": "Limits",
    "says": "The numeric limit, `Retry-After` and other headers, the 429's body.",
    "quote": ""
  },
  "CLI-01": {
    "level": "stated",
    "section": "Authentication",
    "says": "Every request carries `Authorization: Bearer <key>`.",
    "quote": "Every request carries the header `Authorization: Bearer <ACCESS_TOKEN>`, where the token is an API key (a JWT)."
  },
  "CLI-02": {
    "level": "stated",
    "section": "Endpoints",
    "says": "A request with a body says `Content-Type: application/json` and carries JSON.",
    "quote": "Request and response bodies are JSON (Content-Type: application/json for requests with a body)."
  },
  "CLI-03": {
    "level": "stated",
    "section": "Errors",
    "says": "Retries after 429 use exponential backoff. (`Retry-After` is not in the description: a client that does not read it breaks nothing. One that declares that it honours it is judged by its declaration.)",
    "quote": "Clients retrying after 429 use exponential backoff."
  },
  "CLI-04": {
    "level": "stated",
    "section": "Test a webhook",
    "says": "A webhook test sends the full configuration.",
    "quote": "Request body (the full webhook configuration must be sent):"
  },
  "CLI-05": {
    "level": "implied",
    "section": "Pagination",
    "says": "A walk over a list reads every record once, and stops when `has_more` is false.",
    "quote": "List endpoints accept query parameters `limit` (integer, default 20) and `offset` (integer, default 0). List responses carry `total` (count) and `has_more` (boolean)."
  },
  "CLI-06": {
    "level": "stated",
    "section": "Filtering",
    "says": "Filters have one of the five forms and one of the seven operators, and are the ones that the caller asked for.",
    "quote": "Most list endpoints accept a `filter` object mapping field names to conditions."
  },
  "CLI-07": {
    "level": "implied",
    "section": "Errors",
    "says": "A retry after 429 is the same request: operation, body and credential.",
    "quote": "Clients retrying after 429 use exponential backoff."
  },
  "CLI-08": {
    "level": "stated",
    "section": "Authentication",
    "says": "A client that creates a key hands `last_token` to its caller: it cannot be fetched again.",
    "quote": "The full key (`last_token`) is returned once, at creation; it cannot be fetched again."
  },
  "CLI-90": {
    "level": "open",
    "section": "Errors",
    "says": "Jitter, caps, the number of tries, honouring `Retry-After`.",
    "quote": ""
  }
} as const;

/** The id of a statement. */
export type StatementId = keyof typeof statements;

/** What each open statement asks of a target, and answers that a conforming one may choose. */
export const openReadings = {
  "PAGE-90": {
    "invalidQueryStatus": {
      "asks": "Which status has a query that is not acceptable?",
      "admissible": {
        "400": "It is answered 400.",
        "416": "It is answered 416.",
        "422": "It is answered 422."
      }
    },
    "pageMaximum": {
      "asks": "What is the largest page?",
      "admissible": {
        "20": "20 records.",
        "50": "50 records.",
        "100": "100 records.",
        "none": "There is no maximum."
      }
    },
    "overMaximum": {
      "asks": "What becomes of a limit above the maximum?",
      "admissible": {
        "clamped": "The maximum is used, and the envelope says so.",
        "refused": "The request is refused."
      }
    },
    "limitZero": {
      "asks": "What does `limit=0` do?",
      "admissible": {
        "refused": "The request is refused.",
        "default": "The default of 20 is used.",
        "empty-page": "The page is empty, its limit 0."
      }
    },
    "negativeWindow": {
      "asks": "What does a negative limit or offset do?",
      "admissible": {
        "refused": "The request is refused.",
        "default": "The default is used."
      }
    },
    "nonIntegerWindow": {
      "asks": "What does a limit or offset do that is no integer?",
      "admissible": {
        "refused": "The request is refused.",
        "default": "The default is used.",
        "leading": "The integer that it begins with is used, or the default."
      }
    },
    "offsetPastEnd": {
      "asks": "What does an offset at or past the end of the list do (0 apart)?",
      "admissible": {
        "empty-page": "The page is empty.",
        "refused": "The request is refused."
      }
    },
    "listOrder": {
      "asks": "In which order are webhooks listed?",
      "admissible": {
        "oldest": "In order of creation.",
        "newest": "In reverse order of creation.",
        "uuid": "By uuid.",
        "target-url": "By target_url, then uuid."
      }
    },
    "hugeWindow": {
      "asks": "What does a limit or offset do that is larger than any list?",
      "admissible": {
        "bounded": "A limit becomes the maximum; an offset is past the end.",
        "refused": "The request is refused."
      }
    }
  },
  "FILT-90": {
    "filterPlacement": {
      "asks": "Where does the list of webhooks take its filter?",
      "admissible": {
        "all": "In all three places.",
        "query-json": "In the query parameter `filter`, as JSON.",
        "query-brackets": "In query parameters such as `filter[event]`.",
        "body-json": "In the field `filter` of a JSON body of the GET.",
        "none": "Nowhere: it takes none."
      }
    },
    "filterableFields": {
      "asks": "On which fields may be filtered?",
      "admissible": {
        "all": "On every field of a record.",
        "documented": "On the four fields that the description shows."
      }
    },
    "unknownFilterField": {
      "asks": "What becomes of a filter on a field that cannot be filtered?",
      "admissible": {
        "refused": "The request is refused.",
        "ignored": "The condition is ignored.",
        "nothing": "No record matches."
      }
    },
    "unknownFilterOperator": {
      "asks": "What becomes of an operator that the description does not name?",
      "admissible": {
        "refused": "The request is refused.",
        "ignored": "The condition is ignored."
      }
    },
    "emptyFilterArray": {
      "asks": "What does an empty array match?",
      "admissible": {
        "nothing": "No record.",
        "everything": "Every record: the condition is ignored.",
        "refused": "The request is refused."
      }
    },
    "severalFilterFields": {
      "asks": "How are conditions on several fields joined?",
      "admissible": {
        "and": "A record must meet all of them.",
        "or": "A record must meet one of them."
      }
    },
    "stringCollation": {
      "asks": "How are strings compared in a filter?",
      "admissible": {
        "binary": "By code units.",
        "case-insensitive": "Without regard to letter case.",
        "locale": "Equal where identical, ordered as in a dictionary."
      }
    },
    "nullsUnderNotEquals": {
      "asks": "Do null fields match `!=` and `<>`?",
      "admissible": {
        "excluded": "They do not, as in SQL.",
        "included": "They do."
      }
    },
    "nullsUnderComparison": {
      "asks": "Where do null fields stand under `<`, `<=`, `>` and `>=`?",
      "admissible": {
        "excluded": "Nowhere: they match none.",
        "first": "Before every value.",
        "last": "After every value."
      }
    },
    "wrongOperandType": {
      "asks": "What does an operand of another type than the field do?",
      "admissible": {
        "refused": "The request is refused.",
        "nothing": "No record matches.",
        "converted": "The operand is converted to the type of the field.",
        "ignored": "The condition is ignored."
      }
    },
    "severalOperators": {
      "asks": "What does a condition with several operators do?",
      "admissible": {
        "and": "A record must meet all of them.",
        "refused": "The request is refused."
      }
    }
  },
  "KEY-90": {
    "jwtAlgorithm": {
      "asks": "How are keys signed?",
      "admissible": {
        "HS256": "HMAC with SHA-256.",
        "HS512": "HMAC with SHA-512.",
        "RS256": "RSA with SHA-256.",
        "ES256": "ECDSA on P-256.",
        "EdDSA": "Ed25519."
      }
    },
    "jwtExp": {
      "asks": "Does the JWT carry `exp`?",
      "admissible": {
        "present": "It does.",
        "absent": "It does not; the server knows when the key expires."
      }
    },
    "jwtJti": {
      "asks": "Does the JWT carry `jti`?",
      "admissible": {
        "present": "It does.",
        "absent": "It does not."
      }
    },
    "jwtClaims": {
      "asks": "Which other claims does the JWT carry?",
      "admissible": {
        "usual": "`sub`, `iat`, `team_id` and `name`.",
        "minimal": "`sub` alone.",
        "wide": "`sub`, `iat`, `nbf`, `iss`, `aud`, `team_id` and `scopes`."
      }
    },
    "jtiForm": {
      "asks": "What does a `jti` look like?",
      "admissible": {
        "uuid": "A UUID.",
        "hex": "32 hexadecimal digits.",
        "prefixed": "`key_` and 24 letters and digits."
      }
    },
    "threeYears": {
      "asks": "How are 3 years counted?",
      "admissible": {
        "calendar": "As calendar years.",
        "1095-days": "As 1,095 days.",
        "1096-days": "As 1,096 days."
      }
    },
    "keyTeam": {
      "asks": "Does the record of a key say its team?",
      "admissible": {
        "shown": "team_id is its number.",
        "null": "team_id is null."
      }
    },
    "keyRotation": {
      "asks": "What becomes of the created keys of a user when another one is made?",
      "admissible": {
        "kept": "They stay good.",
        "replaced": "They are revoked."
      }
    },
    "emptyText": {
      "asks": "What becomes of an empty name?",
      "admissible": {
        "refused": "It is refused.",
        "taken": "It is taken."
      }
    },
    "longText": {
      "asks": "How long may a name or label be, in code points?",
      "admissible": {
        "to-255": "Up to 255.",
        "to-50": "Up to 50.",
        "any": "As long as it likes."
      }
    },
    "otherText": {
      "asks": "What becomes of a name that is not ordinary text, such as pictographs or line breaks?",
      "admissible": {
        "taken": "It is taken and comes back as it was sent.",
        "refused": "It is refused."
      }
    },
    "keyOperations": {
      "asks": "Can keys be listed, revoked or rotated through the API?",
      "admissible": {
        "absent": "They cannot.",
        "present": "They can, by operations that the description does not show; `last_token` is in none of the answers."
      }
    }
  },
  "HOOK-90": {
    "deleteTwice": {
      "asks": "What does deleting something that is not there do?",
      "admissible": {
        "refused": "It is refused as not found.",
        "confirmed": "It is confirmed like a delete."
      }
    },
    "webhookTestAnswer": {
      "asks": "How is the target's response returned?",
      "admissible": {
        "status-and-body": "`{\"status\": …, \"body\": …}`.",
        "pass-through": "As the answer itself: the target's status, type and body.",
        "status-only": "`{\"status_code\": …}`.",
        "body-only": "`{\"response\": {\"body\": …}}`.",
        "nested": "`{\"request\": …, \"response\": {\"status\", \"headers\", \"body\"}}`, the body decoded where it is JSON."
      }
    },
    "otherMethods": {
      "asks": "Which request methods besides POST may a webhook use?",
      "admissible": {
        "any": "GET, PUT, PATCH, DELETE, HEAD and OPTIONS.",
        "get": "GET only.",
        "put": "PUT only.",
        "patch": "PATCH only.",
        "delete": "DELETE only."
      }
    },
    "targetFailure": {
      "asks": "What does a test answer whose target cannot be reached or hangs?",
      "admissible": {
        "200": "It succeeds and reports the error in its body.",
        "422": "It answers 422.",
        "502": "It answers 502.",
        "504": "It answers 504."
      }
    },
    "failingTarget": {
      "asks": "How often does a test call a target that answers with a failure?",
      "admissible": {
        "once": "Once.",
        "three-times": "Three times, one right after the other.",
        "later": "Once more, half a second later."
      }
    },
    "unknownEvent": {
      "asks": "What becomes of a test for an event that the server does not know?",
      "admissible": {
        "taken": "A general payload is sent.",
        "refused": "It is refused."
      }
    },
    "testOfUnknownWebhook": {
      "asks": "What becomes of a full test whose uuid no webhook has?",
      "admissible": {
        "taken": "The uuid is ignored.",
        "refused": "It is refused as not found."
      }
    },
    "payloadShape": {
      "asks": "What does a sample payload look like?",
      "admissible": {
        "event-and-data": "`{\"event\": …, \"data\": {…}}`.",
        "flat": "One flat object of placeholders.",
        "list": "An array with one such object."
      }
    },
    "targetRedirect": {
      "asks": "What does a test do whose target redirects?",
      "admissible": {
        "returned": "The redirect is the target's response and is returned.",
        "followed": "The redirect is followed.",
        "refused": "The test is refused."
      }
    },
    "malformedWebhookUuid": {
      "asks": "What does deleting a webhook do whose uuid is not a UUID?",
      "admissible": {
        "refused": "It is refused.",
        "confirmed": "It is confirmed, as there is nothing to delete."
      }
    }
  },
  "PROF-90": {
    "malformedUuidStatus": {
      "asks": "Which status has a path whose uuid is not a UUID?",
      "admissible": {
        "400": "It is answered 400.",
        "404": "It is answered 404.",
        "422": "It is answered 422."
      }
    },
    "nameTrimming": {
      "asks": "What becomes of white space at the ends of a name or label?",
      "admissible": {
        "kept": "It is kept.",
        "trimmed": "It is removed.",
        "refused": "It is refused."
      }
    },
    "wrongTypes": {
      "asks": "What becomes of a value of a wrong type?",
      "admissible": {
        "refused": "It is refused.",
        "to-text": "A number or boolean becomes its text; anything else is refused."
      }
    },
    "unknownFields": {
      "asks": "What becomes of a field that the description does not name?",
      "admissible": {
        "ignored": "It is ignored.",
        "refused": "The body is refused."
      }
    },
    "omittedOnUpdate": {
      "asks": "What becomes of a field that an update does not name?",
      "admissible": {
        "kept": "It is kept.",
        "cleared": "It is cleared: the label to null, names to empty text."
      }
    },
    "labelNull": {
      "asks": "What does `label: null` do?",
      "admissible": {
        "stored": "The label becomes null.",
        "refused": "It is refused.",
        "ignored": "It is ignored."
      }
    },
    "emptyUpdate": {
      "asks": "What becomes of an update that names no field?",
      "admissible": {
        "taken": "It succeeds.",
        "refused": "It is refused."
      }
    },
    "updatedAt": {
      "asks": "When does updated_at move?",
      "admissible": {
        "each-update": "With each update.",
        "on-change": "With an update that changes something.",
        "never": "It stays at the time of creation."
      }
    },
    "scheduleShown": {
      "asks": "Does the record show its schedule?",
      "admissible": {
        "hidden": "It does not.",
        "shown": "It does, as it was sent, or null."
      }
    }
  },
  "RATE-90": {
    "rateLimitHeaders": {
      "asks": "Does a 429 say when to come back?",
      "admissible": {
        "none": "It does not.",
        "seconds": "By `Retry-After` in seconds, rounded up.",
        "date": "By `Retry-After` as a date.",
        "draft": "By `RateLimit` headers of the IETF draft."
      }
    },
    "rateLimitWindow": {
      "asks": "How does the limit count?",
      "admissible": {
        "fixed": "In windows of a fixed length, which begin with a request.",
        "bucket": "As a bucket of tokens that fills at a steady rate.",
        "sliding": "Over the time before each request, refused requests among them."
      }
    },
    "rateLimitScope": {
      "asks": "Which requests of an account are counted together?",
      "admissible": {
        "all": "All of them.",
        "operation": "Those of each operation."
      }
    },
    "rateLimitOfOthers": {
      "asks": "Have all accounts the same limit?",
      "admissible": {
        "same": "They have.",
        "lower": "That of the second account is a tenth."
      }
    },
    "rateLimitNumber": {
      "asks": "How many requests may an account send?",
      "admissible": {
        "some": "A number of requests in a span of time, which is not shown.",
        "unreached": "So many that no run reaches it."
      }
    },
    "rateLimitBody": {
      "asks": "Which body does a 429 have?",
      "admissible": {
        "none": "None.",
        "like-refusals": "The body that any other refusal has.",
        "like-success": "A body like that of a success, with the status 429."
      }
    },
    "refusalsCount": {
      "asks": "Do refused requests count towards the limit?",
      "admissible": {
        "counted": "They do.",
        "free": "They do not."
      }
    }
  },
  "CLI-90": {
    "jitter": {
      "asks": "Does the client vary its delays at random?",
      "admissible": {
        "none": "It does not.",
        "equal": "Half of each delay is random.",
        "full": "The whole of each delay is random."
      }
    },
    "delayCap": {
      "asks": "Is there a longest delay?",
      "admissible": {
        "none": "There is none.",
        "capped": "Delays stop growing at a bound."
      }
    },
    "numberOfTries": {
      "asks": "How often does the client try again?",
      "admissible": {
        "none": "Not at all; the 429 is handed to the caller.",
        "few": "A small number of times.",
        "until-through": "Until it gets through."
      }
    },
    "retryAfter": {
      "asks": "Does the client honour `Retry-After`?",
      "admissible": {
        "honoured": "It waits at least that long.",
        "ignored": "It keeps to its own delays."
      }
    }
  }
} as const;
