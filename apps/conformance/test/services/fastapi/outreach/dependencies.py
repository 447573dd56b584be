"""Dependencies of operations: a database session, and the caller."""

import math
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import jwt
from fastapi import Depends, HTTPException, Request, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy.orm import Session

from .models import ApiKey
from .schemas import RateLimit
from .settings import Settings


@dataclass(frozen=True)
class Caller:
    jti: str
    user_id: int
    team_id: int


class FixedWindow:
    """Counts the requests of each account in windows that begin with the first of them."""

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._windows: dict[int, tuple[float, int]] = {}

    def seconds_to_wait(self, account: int) -> float:
        """Counts a request; more than 0 if it exceeds the limit."""
        now = time.monotonic()
        with self._lock:
            began, count = self._windows.get(account, (now, 0))
            if now - began >= self._limit.seconds:
                began, count = now, 0
            if count >= self._limit.requests:
                return began + self._limit.seconds - now
            self._windows[account] = (began, count + 1)
            return 0


def get_settings(request: Request) -> Settings:
    return request.app.state.settings


def get_session(request: Request) -> Iterator[Session]:
    """A read session."""
    with request.app.state.sessions() as session:
        yield session


def get_writing_session(request: Request) -> Iterator[Session]:
    """A write session: there is only one at a time, so that what it reads still holds when it commits."""
    with request.app.state.sessions() as session:
        session.connection(execution_options={"writes": True})
        yield session


SettingsDep = Annotated[Settings, Depends(get_settings)]
SessionDep = Annotated[Session, Depends(get_session)]
WritingSessionDep = Annotated[Session, Depends(get_writing_session, scope="function")]

_bearer = HTTPBearer(description="An API key")


def get_caller(
    credentials: Annotated[HTTPAuthorizationCredentials, Depends(_bearer)],
    settings: SettingsDep,
    session: Annotated[Session, Depends(get_session, scope="function")],
) -> Caller:
    """The caller, by the API key of the request."""
    try:
        claims = jwt.decode(
            credentials.credentials,
            settings.jwt_secret,
            algorithms=[settings.jwt_algorithm],
            options={"require": ["exp", "jti"]},
        )
    except jwt.InvalidTokenError as error:
        raise HTTPException(
            status.HTTP_401_UNAUTHORIZED, "Could not validate credentials", {"WWW-Authenticate": "Bearer"}
        ) from error
    key = session.get(ApiKey, claims["jti"])
    if key is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Could not validate credentials")
    return Caller(jti=key.jti, user_id=key.user_id, team_id=key.team_id)


def get_limited_caller(request: Request, caller: Annotated[Caller, Depends(get_caller)]) -> Caller:
    """The caller, unless their account has exceeded its rate limit."""
    wait = request.app.state.window.seconds_to_wait(caller.team_id)
    if wait > 0:
        raise HTTPException(
            status.HTTP_429_TOO_MANY_REQUESTS, "Rate limit exceeded", {"Retry-After": str(math.ceil(wait))}
        )
    return caller


CallerDep = Annotated[Caller, Depends(get_limited_caller)]
InternalCallerDep = Annotated[Caller, Depends(get_caller)]
