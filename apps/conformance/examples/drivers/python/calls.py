"""Shared by the drivers of this folder: reads calls line by line, makes the requests, and answers."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Request:
    """One request; `url` holds no query, `json` is None if there is no body."""

    method: str
    url: str
    params: dict[str, str] | None
    json: dict[str, Any] | None
    headers: dict[str, str]


@dataclass(frozen=True)
class Response:
    status: int
    text: str


Send = Callable[[Request], Response]


def answer_calls(backoff: dict[str, Any] | None, send: Send) -> None:
    """Answers calls until the input ends.

    `backoff` is what the client does after 429, None if nothing is declared; `send` makes one request with the
    client under test.
    """
    calls = [*_REQUESTS, "webhooks.all"]
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["call"] == "declare":
            declared = {} if backoff is None else {"backoff": backoff}
            answer = {"ok": True, "value": {**declared, "calls": calls, "stays": True}}
        else:
            place = _Place(
                asked.get("baseUrl") or os.environ["OUTREACH_BASE_URL"],
                asked.get("token") or os.environ["OUTREACH_TOKEN"],
            )
            answer = _made(place, asked["call"], asked.get("with") or {}, send)
        print(json.dumps(answer), flush=True)


@dataclass(frozen=True)
class _Place:
    """The address and the key for a call: each line names its own."""

    base_url: str
    token: str


def _made(place: _Place, call: str, given: dict[str, Any], send: Send) -> dict[str, Any]:
    try:
        return _walk(place, given, send) if call == "webhooks.all" else _ask(place, call, given, send)
    except Exception as error:  # whatever the error, the call has failed
        print(repr(error), file=sys.stderr)
        return {"ok": False}


def _ask(place: _Place, call: str, given: dict[str, Any], send: Send) -> dict[str, Any]:
    method, path, params, body = _REQUESTS[call](given)
    headers = {"authorization": f"Bearer {place.token}"}
    response = send(Request(method, place.base_url + path, params, body, headers))
    if response.status >= 400:
        return {"ok": False, "status": response.status}
    value = json.loads(response.text) if response.text else None
    return {"ok": True, "status": response.status, "value": value}


def _walk(place: _Place, given: dict[str, Any], send: Send) -> dict[str, Any]:
    found: list[Any] = []
    while True:
        answer = _ask(place, "webhooks.list", {**given, "offset": len(found)}, send)
        if not answer["ok"]:
            return answer
        page = answer["value"]
        found.extend(page["data"])
        if not page["has_more"] or not page["data"]:
            return {"ok": True, "value": found}


def _query(given: dict[str, Any]) -> dict[str, str]:
    return {name: json.dumps(value) if name == "filter" else str(value) for name, value in given.items()}


def _profile(uuid: str) -> str:
    return f"/flows/api/sender-profiles/{uuid}"


def _fields(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "uuid"}


_REQUESTS: dict[str, Callable[[dict[str, Any]], tuple[str, str, dict[str, str] | None, dict[str, Any] | None]]] = {
    "webhooks.list": lambda given: ("GET", "/integrations/api/webhooks", _query(given), None),
    "webhooks.test": lambda given: ("POST", "/integrations/api/webhooks/test", None, given),
    "webhooks.delete": lambda given: ("DELETE", f"/integrations/api/webhooks/{given['uuid']}", None, None),
    "senderProfiles.get": lambda given: ("GET", _profile(given["uuid"]), None, None),
    "senderProfiles.update": lambda given: ("PUT", _profile(given["uuid"]), None, _fields(given)),
    "senderProfiles.delete": lambda given: ("DELETE", _profile(given["uuid"]), None, None),
    "apiKeys.create": lambda given: ("POST", "/id/api/jwt-tokens/create-api-key", None, {"name": given["name"]}),
}
