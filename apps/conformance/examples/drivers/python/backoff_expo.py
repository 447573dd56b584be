"""requests 2.34 with backoff 2.2's expo: between 0 and `factor * 2 ** n`, n from 0 (its default jitter is full).

It is independent of HTTP, and so ignores `Retry-After`.
"""

import backoff
import requests

from calls import Request, Response, answer_calls

session = requests.Session()


@backoff.on_predicate(backoff.expo, lambda response: response.status == 429, factor=0.2, max_tries=5)
def send(wanted: Request) -> Response:
    response = session.request(
        wanted.method, wanted.url, params=wanted.params, json=wanted.json, headers=wanted.headers
    )
    return Response(response.status_code, response.text)


answer_calls(
    {"base": 200, "factor": 2, "cap": None, "jitter": "full", "attempts": 5, "retryAfterMax": 0, "from": "end"}, send
)
