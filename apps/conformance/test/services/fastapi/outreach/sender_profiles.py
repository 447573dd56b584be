"""Sender profiles: reading, updating, deleting."""

from uuid import UUID

from fastapi import APIRouter, HTTPException, status
from sqlalchemy import select
from sqlalchemy.orm import Session

from .dependencies import Caller, CallerDep, InternalCallerDep, SessionDep, WritingSessionDep
from .models import SenderProfile
from .schemas import Ok, SenderProfileIn, SenderProfileOut, SenderProfileUpdate
from .settings import DEFECT

router = APIRouter(prefix="/flows/api/sender-profiles", tags=["sender profiles"])
internal = APIRouter(prefix="/internal/sender-profiles", include_in_schema=False)

_LEAVES_NULLS_OUT = DEFECT == "nulls-left-out"


def _find(session: Session, caller: Caller, uuid: UUID) -> SenderProfile:
    profile = session.scalar(
        select(SenderProfile).where(SenderProfile.uuid == uuid, SenderProfile.team_id == caller.team_id)
    )
    if profile is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "Sender profile not found")
    return profile


@router.get("/{uuid}", response_model_exclude_none=_LEAVES_NULLS_OUT)
def get_sender_profile(uuid: UUID, caller: CallerDep, session: SessionDep) -> SenderProfileOut:
    return SenderProfileOut.model_validate(_find(session, caller, uuid))


@router.put("/{uuid}", response_model_exclude_none=_LEAVES_NULLS_OUT)
def update_sender_profile(
    uuid: UUID, body: SenderProfileUpdate, caller: CallerDep, session: WritingSessionDep
) -> SenderProfileOut:
    """Changes the fields in the body; a label of null clears it."""
    profile = _find(session, caller, uuid)
    for name, value in body.model_dump(exclude_unset=True).items():
        setattr(profile, name, value)
    if DEFECT == "commit-forgotten":
        session.flush()
    else:
        session.commit()
    return SenderProfileOut.model_validate(profile)


@router.delete("/{uuid}")
def delete_sender_profile(uuid: UUID, caller: CallerDep, session: WritingSessionDep) -> Ok:
    session.delete(_find(session, caller, uuid))
    session.commit()
    return Ok()


@internal.post("", status_code=status.HTTP_201_CREATED)
def insert_sender_profile(
    body: SenderProfileIn, caller: InternalCallerDep, session: WritingSessionDep
) -> SenderProfileOut:
    profile = SenderProfile(team_id=caller.team_id, user_id=caller.user_id, **body.model_dump())
    session.add(profile)
    session.commit()
    return SenderProfileOut.model_validate(profile)
