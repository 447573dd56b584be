"""Reads the seed as JSON from stdin, prints one line of JSON when ready, and serves until SIGTERM."""

import json
import socket
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import uvicorn
from sqlalchemy.orm import Session

from .app import create_app
from .database import open_database
from .keys import issue_key
from .models import SenderProfile, Webhook
from .schemas import Seed, SeedAccount
from .settings import Settings


def plant(session: Session, settings: Settings, account: SeedAccount) -> dict:
    """Stores an account of the seed, with a key and one that has expired."""
    for webhook in account.webhooks:
        session.add(Webhook(team_id=account.team_id, **webhook.model_dump()))
        session.flush()
    profiles = [
        SenderProfile(team_id=account.team_id, user_id=account.user_id, **profile.model_dump())
        for profile in account.sender_profiles
    ]
    session.add_all(profiles)
    owner = {"user_id": account.user_id, "team_id": account.team_id}
    _, token = issue_key(session, settings, name="first key", **owner)
    four_years_ago = datetime.now(UTC) - timedelta(days=4 * 365)
    _, expired = issue_key(session, settings, name="old key", now=four_years_ago, **owner)
    session.commit()
    return {
        "token": token,
        "expired_token": expired,
        "sender_profiles": [str(profile.uuid) for profile in profiles],
    }


def main() -> None:
    seed = Seed.model_validate_json(sys.stdin.read())
    settings = Settings(rate_limit=seed.rateLimit)
    with tempfile.TemporaryDirectory(prefix="outreach-") as folder:
        sessions = open_database(Path(folder) / "outreach.db")
        with sessions() as session:
            accounts = [plant(session, settings, account) for account in seed.accounts]
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", seed.port))
        listener.listen(256)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        print(json.dumps({"url": url, "accounts": accounts}), flush=True)
        config = uvicorn.Config(create_app(settings, sessions), log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
