"""API keys."""

from datetime import UTC, datetime
from uuid import uuid4

import jwt
from fastapi import APIRouter, status
from sqlalchemy.orm import Session

from .dependencies import CallerDep, SettingsDep, WritingSessionDep
from .models import ApiKey
from .schemas import KeyIn, KeyOut
from .settings import DEFECT, Settings

router = APIRouter(prefix="/id/api/jwt-tokens", tags=["API keys"])

_STARTED = datetime.now(UTC)


def issue_key(
    session: Session, settings: Settings, *, user_id: int, team_id: int, name: str, now: datetime | None = None
) -> tuple[ApiKey, str]:
    """Creates a key and its token."""
    created_at = now or (_STARTED if DEFECT == "default-evaluated-once" else datetime.now(UTC))
    key = ApiKey(jti=str(uuid4()), user_id=user_id, team_id=team_id, name=name, created_at=created_at)
    claims = {
        "jti": key.jti,
        "sub": str(user_id),
        "team": team_id,
        "scope": "api",
        "iat": created_at,
        "exp": created_at + settings.key_lifetime,
    }
    session.add(key)
    return key, jwt.encode(claims, settings.jwt_secret, algorithm=settings.jwt_algorithm)


@router.post("/create-api-key", status_code=status.HTTP_201_CREATED)
def create_api_key(body: KeyIn, caller: CallerDep, settings: SettingsDep, session: WritingSessionDep) -> KeyOut:
    key, token = issue_key(session, settings, user_id=caller.user_id, team_id=caller.team_id, name=body.name)
    session.commit()
    return KeyOut(
        jti=key.jti,
        user_id=key.user_id,
        team_id=key.team_id,
        name=key.name,
        last_token=token,
        created_at=str(datetime.utcnow()) if DEFECT == "utcnow-as-text" else key.created_at,
    )
