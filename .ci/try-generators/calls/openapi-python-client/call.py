"""Lists webhooks with the client of openapi-python-client."""

import os

from generated import AuthenticatedClient
from generated.api.webhooks import list_webhooks
from generated.models import FilterComparison, FilterOperator  # noqa: F401

client = AuthenticatedClient(base_url=os.environ["OUTREACH_BASE_URL"], token=os.environ["OUTREACH_TOKEN"])
page = list_webhooks.sync(client=client, limit=3)
print(f"listed {len(page.data)} of {page.total}")
