"""Filters: `filter={"event": "contact_replied", "created_at": {">=": "2026-01-01T00:00:00Z"}}` in the query."""

import json
import operator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import HTTPException, Query, status
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement

from .models import Webhook
from .settings import DEFECT

_COLUMNS: dict[str, tuple[Any, TypeAdapter[Any]]] = {
    "uuid": (Webhook.uuid, TypeAdapter(UUID)),
    "name": (Webhook.name, TypeAdapter(str)),
    "event": (Webhook.event, TypeAdapter(str)),
    "request_method": (Webhook.request_method, TypeAdapter(str)),
    "target_url": (Webhook.target_url, TypeAdapter(str)),
    "created_at": (Webhook.created_at, TypeAdapter(datetime)),
}

_OPERATORS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def parse_filter(
    filter: Annotated[str | None, Query(description="Conditions by field, as JSON")] = None,
) -> list[ColumnElement[bool]]:
    """The conditions in the query."""
    if filter is None:
        return []
    try:
        conditions = json.loads(filter)
        if not isinstance(conditions, dict):
            raise ValueError("an object is expected")
        return [_condition(name, asked) for name, asked in conditions.items()]
    except (ValueError, ValidationError) as error:
        raise HTTPException(status.HTTP_400_BAD_REQUEST, f"Invalid filter: {error}") from error


def _condition(name: str, asked: Any) -> ColumnElement[bool]:
    if name not in _COLUMNS:
        raise ValueError(f"unknown field {name!r}")
    column, adapter = _COLUMNS[name]
    if asked == "is_null" and DEFECT != "null-test-as-text":
        return column.is_(None)
    if asked == "is_not_null":
        return column.is_not(None)
    if isinstance(asked, list):
        return column.in_([adapter.validate_python(value) for value in asked])
    if isinstance(asked, dict):
        if len(asked) != 1:
            raise ValueError(f"one operator is expected for {name!r}")
        [(symbol, operand)] = asked.items()
        if symbol not in _OPERATORS:
            raise ValueError(f"unknown operator {symbol!r}")
        return _OPERATORS[symbol](column, adapter.validate_python(operand))
    return column == adapter.validate_python(asked)
