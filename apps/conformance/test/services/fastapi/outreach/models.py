"""The tables."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from sqlalchemy import JSON, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from .database import UTCDateTime


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    pass


class ApiKey(Base):
    __tablename__ = "api_keys"

    jti: Mapped[str] = mapped_column(String(36), primary_key=True)
    user_id: Mapped[int]
    team_id: Mapped[int]
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UTCDateTime)


class Webhook(Base):
    __tablename__ = "webhooks"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    uuid: Mapped[UUID] = mapped_column(unique=True, default=uuid4)
    team_id: Mapped[int] = mapped_column(index=True)
    name: Mapped[str | None]
    event: Mapped[str]
    request_method: Mapped[str]
    target_url: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class SenderProfile(Base):
    __tablename__ = "sender_profiles"

    uuid: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    team_id: Mapped[int] = mapped_column(index=True)
    user_id: Mapped[int]
    linkedin_server_id: Mapped[int | None]
    linkedin_browser_uuid: Mapped[UUID | None] = mapped_column(default=uuid4)
    linkedin_account_uuid: Mapped[UUID | None]
    mailbox_uuid: Mapped[UUID | None]
    assignee_user_id: Mapped[int | None]
    first_name: Mapped[str]
    last_name: Mapped[str]
    label: Mapped[str | None]
    status: Mapped[str] = mapped_column(default="enabled")
    schedule: Mapped[dict] = mapped_column(JSON, default=dict)
    created_at: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    updated_at: Mapped[datetime] = mapped_column(UTCDateTime, default=now, onupdate=now)
