"""requests 2.34 with urllib3 2.8's Retry.

The waits are `backoff_factor * 2 ** (number of previous retries)`, except for the first retry, which is immediate: no
base describes that, so nothing can be declared. `Retry-After` is obeyed up to 6 hours. It does not retry POST.
The factor is the first argument; without it urllib3's defaults apply: a factor of 0, and 10 retries.
"""

import sys

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from calls import Request, Response, answer_calls

chosen = {"total": 4, "backoff_factor": float(sys.argv[1])} if len(sys.argv) > 1 else {}
retry = Retry(status_forcelist=[429], raise_on_status=False, **chosen)
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=retry))
session.mount("https://", HTTPAdapter(max_retries=retry))


def send(wanted: Request) -> Response:
    response = session.request(
        wanted.method, wanted.url, params=wanted.params, json=wanted.json, headers=wanted.headers
    )
    return Response(response.status_code, response.text)


answer_calls(None, send)
