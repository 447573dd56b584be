"""API keys, webhooks and sender profiles of an outreach platform."""
