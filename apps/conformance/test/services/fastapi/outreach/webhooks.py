"""Webhooks: listing, testing, deleting."""

from typing import Annotated
from uuid import UUID

import httpx
from fastapi import APIRouter, BackgroundTasks, Depends, HTTPException, Query, status
from sqlalchemy import ColumnElement, func, select

from .dependencies import CallerDep, InternalCallerDep, SessionDep, WritingSessionDep
from .filters import parse_filter
from .models import Webhook
from .payloads import sample_payload
from .schemas import Ok, WebhookIn, WebhookOut, WebhookPage, WebhookTestIn, WebhookTestOut
from .settings import DEFECT

router = APIRouter(prefix="/integrations/api/webhooks", tags=["webhooks"])
internal = APIRouter(prefix="/internal/webhooks", include_in_schema=False)

_TIMEOUT = httpx.Timeout(5)


@router.get("")
def list_webhooks(
    caller: CallerDep,
    session: SessionDep,
    conditions: Annotated[list[ColumnElement[bool]], Depends(parse_filter)],
    limit: Annotated[int, Query(ge=1, le=100)] = 10 if DEFECT == "default-limit-10" else 20,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> WebhookPage:
    """Newest first."""
    wanted = [Webhook.team_id == caller.team_id, *conditions]
    counted = wanted[:1] if DEFECT == "count-without-filter" else wanted
    total = session.scalar(select(func.count()).select_from(Webhook).where(*counted)) or 0
    page = session.scalars(
        select(Webhook).where(*wanted).order_by(Webhook.id.desc()).limit(limit).offset(offset)
    ).all()
    return WebhookPage(
        data=[WebhookOut.model_validate(webhook) for webhook in page],
        limit=limit,
        offset=offset,
        total=total,
        has_more=offset + limit <= total if DEFECT == "has-more-at-the-end" else offset + len(page) < total,
    )


async def _call(test: WebhookTestIn) -> WebhookTestOut:
    method = test.request_method.upper()
    payload = None if method in {"GET", "HEAD"} else sample_payload(test.event)
    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
            response = await client.request(method, str(test.target_url), json=payload)
    except httpx.HTTPError as error:
        return WebhookTestOut(delivered=False, error=str(error) or type(error).__name__)
    return WebhookTestOut(
        delivered=response.is_success,
        response_status=response.status_code,
        response_headers=dict(response.headers),
        response_body=response.text,
    )


@router.post("/test", response_model_exclude_none=True)
async def test_webhook(test: WebhookTestIn, _: CallerDep, background: BackgroundTasks) -> WebhookTestOut:
    if DEFECT == "called-in-the-background":
        background.add_task(_call, test)
        return WebhookTestOut(delivered=True)
    return await _call(test)


if DEFECT == "delete-without-a-caller":

    @router.delete("/{uuid}")
    def delete_webhook_of_anybody(uuid: UUID, session: WritingSessionDep) -> Ok:
        webhook = session.scalar(select(Webhook).where(Webhook.uuid == uuid))
        if webhook is None:
            raise HTTPException(status.HTTP_404_NOT_FOUND, "Webhook not found")
        session.delete(webhook)
        session.commit()
        return Ok()


@router.delete("/{uuid}")
def delete_webhook(uuid: UUID, caller: CallerDep, session: WritingSessionDep) -> Ok:
    webhook = session.scalar(select(Webhook).where(Webhook.uuid == uuid, Webhook.team_id == caller.team_id))
    if webhook is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "Webhook not found")
    session.delete(webhook)
    session.commit()
    return Ok()


@internal.post("", status_code=status.HTTP_201_CREATED)
def insert_webhook(body: WebhookIn, caller: InternalCallerDep, session: WritingSessionDep) -> WebhookOut:
    webhook = Webhook(team_id=caller.team_id, **body.model_dump())
    session.add(webhook)
    session.commit()
    return WebhookOut.model_validate(webhook)
