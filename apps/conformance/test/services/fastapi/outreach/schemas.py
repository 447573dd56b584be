"""Requests and responses."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AnyHttpUrl, BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255)]


class RateLimit(BaseModel):
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float


class WebhookIn(BaseModel):
    event: str
    request_method: str = "POST"
    target_url: str
    name: str | None = None


class SenderProfileIn(BaseModel):
    first_name: Text
    last_name: Text
    label: str | None = None


class SeedAccount(BaseModel):
    team_id: int
    user_id: int
    webhooks: list[WebhookIn] = []
    sender_profiles: list[SenderProfileIn] = []


class Seed(BaseModel):
    port: int = 0
    rateLimit: RateLimit
    accounts: list[SeedAccount]


class KeyIn(BaseModel):
    name: Text


class KeyOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    jti: str
    user_id: int
    team_id: int | None
    name: str
    last_token: str
    created_at: datetime | str


class WebhookOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    uuid: UUID
    name: str | None
    event: str
    request_method: str
    target_url: str
    created_at: datetime


class WebhookPage(BaseModel):
    data: list[WebhookOut]
    limit: int
    offset: int
    total: int
    has_more: bool


class WebhookTestIn(BaseModel):
    uuid: UUID | None = None
    event: Annotated[str, Field(min_length=1)]
    request_method: Annotated[str, Field(pattern=r"^[A-Za-z]{1,20}$")]
    target_url: AnyHttpUrl


class WebhookTestOut(BaseModel):
    """The answer of the target, or why there was none."""

    delivered: bool
    response_status: int | None = None
    response_headers: dict[str, str] | None = None
    response_body: str | None = None
    error: str | None = None


class SenderProfileUpdate(BaseModel):
    first_name: Text = ""
    last_name: Text = ""
    label: Annotated[str, StringConstraints(max_length=255)] | None = None
    schedule: dict[str, Any] = {}


class SenderProfileOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    uuid: UUID
    team_id: int
    linkedin_server_id: int | None
    linkedin_browser_uuid: UUID | None
    linkedin_account_uuid: UUID | None
    mailbox_uuid: UUID | None
    assignee_user_id: int | None
    first_name: str
    last_name: str
    label: str | None
    status: str
    schedule: dict[str, Any]
    user_id: int
    created_at: datetime
    updated_at: datetime


class Ok(BaseModel):
    ok: bool = True
