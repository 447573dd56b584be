"""requests 2.34 with urllib3 2.8's Retry.

The waits are `backoff_factor * 2 ** (number of previous retries)`, but for the first retry, which comes at once: no
base describes that, so that nothing can be declared. `Retry-After` is waited for up to 6 hours. It does not retry POST.
`factor` is the first argument; without one it is urllib3's default, 0.
"""

import sys

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from calls import Request, Response, answer_calls

factor = {"backoff_factor": float(sys.argv[1])} if len(sys.argv) > 1 else {}
retry = Retry(total=4, status_forcelist=[429], raise_on_status=False, **factor)
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=retry))
session.mount("https://", HTTPAdapter(max_retries=retry))


def send(wanted: Request) -> Response:
    response = session.request(
        wanted.method, wanted.url, params=wanted.params, json=wanted.json, headers=wanted.headers
    )
    return Response(response.status_code, response.text)


answer_calls(None, send)
