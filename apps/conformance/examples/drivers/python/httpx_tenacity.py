"""httpx 0.28 with tenacity 9.2's wait_random_exponential: between 0 and `min(multiplier * 2 ** (attempt - 1), max)`.

It is independent of HTTP, and so ignores `Retry-After`.
"""

import httpx
from tenacity import retry, retry_if_result, stop_after_attempt, wait_random_exponential

from calls import Request, Response, answer_calls

client = httpx.Client()


@retry(
    retry=retry_if_result(lambda response: response.status == 429),
    wait=wait_random_exponential(multiplier=0.2, max=30),
    stop=stop_after_attempt(5),
    retry_error_callback=lambda state: state.outcome.result(),
)
def send(wanted: Request) -> Response:
    response = client.request(
        wanted.method, wanted.url, params=wanted.params, json=wanted.json, headers=wanted.headers
    )
    return Response(response.status_code, response.text)


answer_calls(
    {
        "base": 200,
        "factor": 2,
        "cap": 30_000,
        "jitter": "full",
        "attempts": 5,
        "retryAfterMax": 0,
        "from": "end",
    },
    send,
)
