"""The configuration of the service."""

import os
import secrets
from dataclasses import dataclass, field
from datetime import timedelta

from .schemas import RateLimit

DEFECT = os.environ.get("DEFECT", "")
"""The mistake that this process should make, for tests of its judges; none if empty."""


@dataclass(frozen=True)
class Settings:
    rate_limit: RateLimit
    jwt_secret: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    jwt_algorithm: str = "HS256"
    key_lifetime: timedelta = timedelta(days=3 * 365)
