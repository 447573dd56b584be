"""The application."""

from fastapi import FastAPI
from sqlalchemy.orm import Session, sessionmaker

from . import keys, sender_profiles, webhooks
from .dependencies import FixedWindow
from .settings import Settings


def create_app(settings: Settings, sessions: sessionmaker[Session]) -> FastAPI:
    app = FastAPI(title="Outreach", version="2.0.0")
    app.state.settings = settings
    app.state.sessions = sessions
    app.state.window = FixedWindow(settings.rate_limit)
    routers = (keys.router, webhooks.router, webhooks.internal, sender_profiles.router, sender_profiles.internal)
    for router in routers:
        app.include_router(router)
    return app
