"""The database: SQLite through SQLAlchemy."""

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import DateTime, create_engine, event
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.types import TypeDecorator

from .settings import DEFECT


class UTCDateTime(TypeDecorator[datetime]):
    """A point in time. SQLite keeps no time zone, so all are stored in UTC and read as such."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


def open_database(path: Path) -> sessionmaker[Session]:
    """Opens the database and creates its tables."""
    from .models import Base

    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 30, "check_same_thread": False})
    if DEFECT != "transactions-left-to-the-driver":
        _serialise_transactions(engine)
    Base.metadata.create_all(engine)
    return sessionmaker(engine, expire_on_commit=True)


def _serialise_transactions(engine: Engine) -> None:
    """Transactions begin with their first statement; write transactions begin as such, one after the other."""

    @event.listens_for(engine, "connect")
    def on_connect(connection, _record) -> None:  # type: ignore[no-untyped-def]
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")

    @event.listens_for(engine, "begin")
    def on_begin(connection) -> None:  # type: ignore[no-untyped-def]
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
