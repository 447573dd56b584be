"""Sample payloads of webhooks."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4


def sample_payload(event: str) -> dict[str, Any]:
    """What a webhook would send for the event, with placeholder data."""
    return {
        "event": event,
        "event_id": str(uuid4()),
        "occurred_at": datetime.now(UTC).isoformat(),
        "contact": {"first_name": "Jane", "last_name": "Doe", "email": "jane.doe@example.com"},
    }
