/** The whole API as TypeScript types, generated from spec/openapi.yaml; do not edit. */

export interface paths {
    "/id/api/jwt-tokens/create-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key
         * @description Makes a key that is bound to the caller's current team and expires 3 years after creation. The credential
         *     itself (`last_token`) is in this response only: store it now, it cannot be fetched again.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists all webhooks in the account, a page at a time. Most list endpoints accept a filter, whose form is
         *     the schema `Filter`; whether it goes in the query or the body is not shown, so no parameter here has it.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/api/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends a sample payload of the given event to the target URL and returns the target's response: it verifies
         *     connectivity and shows the payload shape of an event. The payload holds placeholder data and conforms to
         *     the webhook payload schema, whose contents are not shown. The full webhook configuration must be sent.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/api/webhooks/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Removes the webhook permanently.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/api/sender-profiles/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `uuid` of the sender profile.
                 * @example 9c5b94b1-35ad-49bb-b118-8e8fc24abf80
                 */
                uuid: string;
            };
            cookie?: never;
        };
        /**
         * Get a sender profile
         * @description Reads one sender profile.
         */
        get: operations["getSenderProfile"];
        /**
         * Update a sender profile
         * @description Updates name, label or schedule. None is required; whether an omitted field is kept or cleared is not
         *     shown.
         */
        put: operations["updateSenderProfile"];
        post?: never;
        /**
         * Delete a sender profile
         * @description Deletes the sender profile permanently.
         */
        delete: operations["deleteSenderProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An API key as its creation returns it. */
        ApiKey: {
            /** @description JWT ID; identifies the key. */
            jti: string;
            /** @description Id of a user; keys made by one caller carry one. */
            user_id: number;
            /** @description Id of the team that the key is bound to. */
            team_id: number | null;
            /** @description Human-readable name, as given at creation. */
            name: string;
            /** @description The JWT itself, used as the bearer credential; returned in the creation response only. */
            last_token: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        /** @description What `createApiKey` takes. */
        CreateApiKeyRequest: {
            /** @description Human-readable name of the key. */
            name: string;
        };
        /**
         * @description An HTTP request that the service sends to a target URL when an event of one kind occurs. Other fields of the
         *     record are not shown.
         */
        Webhook: {
            /**
             * Format: uuid
             * @description Identifier of the webhook.
             */
            uuid: string;
            /**
             * @description Event kind that triggers it. One is named, `sender_profile_sent_email`; the complete list is not shown.
             * @example sender_profile_sent_email
             */
            event: "sender_profile_sent_email" | (string & {});
            /**
             * @description HTTP method of the call to the target; POST is the usual one, a custom method may be chosen.
             * @example POST
             */
            request_method: "POST" | (string & {});
            /** @description URL that receives the request. */
            target_url: string;
        };
        /** @description One page of the account's webhooks. */
        WebhookList: {
            /** @description The webhooks of this page. */
            data: components["schemas"]["Webhook"][];
            /** @description Page size that was used. */
            limit: number;
            /** @description Number of webhooks before this page. */
            offset: number;
            /** @description Number of webhooks in the whole list. */
            total: number;
            /** @description Whether webhooks follow this page. */
            has_more: boolean;
        };
        /** @description What `testWebhook` takes; the full webhook configuration. */
        WebhookTest: {
            /**
             * Format: uuid
             * @description The webhook's identifier, where it exists.
             */
            uuid?: string;
            /** @description Event whose sample payload is sent. */
            event: "sender_profile_sent_email" | (string & {});
            /** @description HTTP method of the call to the target. */
            request_method: "POST" | (string & {});
            /** @description URL that receives the sample. */
            target_url: string;
        };
        /**
         * @description The LinkedIn and/or email account that is used to send outreach; it links a LinkedIn browser and/or an email
         *     mailbox.
         */
        SenderProfile: {
            /**
             * Format: uuid
             * @description Identifier of the sender profile.
             */
            uuid: string;
            /** @description Id of the team that the profile belongs to. */
            team_id: number;
            /** @description Id of the LinkedIn server, if one is linked. */
            linkedin_server_id: number | null;
            /** @description Identifier of the LinkedIn browser, if one is linked. */
            linkedin_browser_uuid: string | null;
            /** @description Identifier of the LinkedIn account, if one is linked. */
            linkedin_account_uuid: string | null;
            /** @description Identifier of the email mailbox, if one is linked. */
            mailbox_uuid: string | null;
            /** @description Id of the user that the profile is assigned to, if any. */
            assignee_user_id: number | null;
            /** @description First name of the sender. */
            first_name: string;
            /** @description Last name of the sender. */
            last_name: string;
            /** @description Free-text label, if one is set. */
            label: string | null;
            /**
             * @description State of the profile. `enabled` is known; other values and transitions are not shown.
             * @example enabled
             */
            status: "enabled" | (string & {});
            /** @description Id of a user; the description does not say in which role. */
            user_id: number;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last update.
             */
            updated_at: string;
        };
        /** @description What `updateSenderProfile` takes; no field is required. */
        SenderProfileUpdate: {
            /** @description New first name of the sender. */
            first_name?: string;
            /** @description New last name of the sender. */
            last_name?: string;
            /** @description New free-text label. */
            label?: string;
            /** @description New schedule; its internal structure is not shown. */
            schedule?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Field names mapped to conditions, as most list endpoints accept it; `listWebhooks` is the one list endpoint
         *     here. Which lists take a filter, and whether it goes in the query or the body, is not shown: that is why no
         *     parameter and no body refers to this schema. A client puts it where its service takes it.
         * @example {
         *       "event": "sender_profile_sent_email"
         *     }
         * @example {
         *       "request_method": [
         *         "POST",
         *         "PUT"
         *       ]
         *     }
         * @example {
         *       "created_at": {
         *         ">=": "2026-01-01T00:00:00Z"
         *       }
         *     }
         * @example {
         *       "label": "is_null",
         *       "team_id": "is_not_null"
         *     }
         */
        Filter: {
            [key: string]: components["schemas"]["FilterCondition"];
        };
        /** @description One of the five condition forms that a filter supports. */
        FilterCondition: components["schemas"]["FilterScalar"] | components["schemas"]["FilterScalar"][] | components["schemas"]["FilterComparison"] | components["schemas"]["FilterNullTest"];
        /**
         * @description A test for null: the field is null (`is_null`), or it is not (`is_not_null`).
         * @enum {string}
         */
        FilterNullTest: "is_null" | "is_not_null";
        /** @description The field equals this value. */
        FilterScalar: string | number | boolean;
        /** @description A comparison; the key is an operator, the value its operand. */
        FilterComparison: {
            [Name in components["schemas"]["FilterOperator"]]?: components["schemas"]["FilterScalar"];
        };
        /**
         * @description How the field compares with the operand: `=` it equals the operand, `!=` and `<>` it differs (both mean the
         *     same), `<` it is less, `<=` less or equal, `>` greater, `>=` greater or equal.
         * @enum {string}
         */
        FilterOperator: "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=";
    };
    responses: {
        /** @description The sender profile, after an update with the values sent. Which success status it has is not shown. */
        SenderProfile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SenderProfile"];
            };
        };
        /** @description A confirmation of deletion. No body is described, and the success status is not shown. */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The account's rate limit is exceeded; the request had no effect. Retry with exponential backoff. The limit,
         *     headers and body are not shown.
         */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is refused. Status (422 and 429 apart) and body are not shown. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Page size. Its maximum is not shown. */
        Limit: number;
        /** @description Number of records to skip. */
        Offset: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            429: components["responses"]["RateLimited"];
            /** @description The key, with its credential. Which success status it has is not shown. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Page size. Its maximum is not shown. */
                limit?: components["parameters"]["Limit"];
                /** @description Number of records to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            429: components["responses"]["RateLimited"];
            /** @description A page of the account's webhooks. Which success status it has is not shown. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The body holds only a `uuid`; `event`, `request_method` and `target_url` are missing. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            /**
             * @description The target's response: its status or its body can be found in it. Neither the shape of the body nor the
             *     success status is shown.
             */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID of the webhook.
                 * @example 3b241101-e2bb-4255-8caf-4136c566a962
                 */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            429: components["responses"]["RateLimited"];
            "2XX": components["responses"]["Deleted"];
            default: components["responses"]["Refused"];
        };
    };
    getSenderProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `uuid` of the sender profile.
                 * @example 9c5b94b1-35ad-49bb-b118-8e8fc24abf80
                 */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            429: components["responses"]["RateLimited"];
            "2XX": components["responses"]["SenderProfile"];
            default: components["responses"]["Refused"];
        };
    };
    updateSenderProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `uuid` of the sender profile.
                 * @example 9c5b94b1-35ad-49bb-b118-8e8fc24abf80
                 */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderProfileUpdate"];
            };
        };
        responses: {
            429: components["responses"]["RateLimited"];
            "2XX": components["responses"]["SenderProfile"];
            default: components["responses"]["Refused"];
        };
    };
    deleteSenderProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `uuid` of the sender profile.
                 * @example 9c5b94b1-35ad-49bb-b118-8e8fc24abf80
                 */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            429: components["responses"]["RateLimited"];
            "2XX": components["responses"]["Deleted"];
            default: components["responses"]["Refused"];
        };
    };
}
