"""What stands before the page: the token, the host, headers, sizes and rates; one line for whoever is refused."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 4096
"""Bytes of what a page sends."""
RATE, BURST = 25.0, 60.0
"""Requests a second from one machine, and how many at once; far more than hands send."""
CALLERS = 256
"""Machines whose rate is kept in mind."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[0-9A-Za-z.-]{1,253})(?::([0-9]{1,5}))?")


@dataclass(slots=True)
class Bucket:
    """What one machine may still send, and when that was counted."""

    left: float
    at: float


class Guard:
    """Lets through what knows the token, names this machine by its number, and does not come too often.

    Hosts are taken as numbers only (and ``localhost``): a name could be a stranger's that leads here (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, token: str, now: Callable[[], float], rate: float | None = RATE) -> None:
        """``now``: seconds; ``rate``: None for no bound."""
        self._app, self._token, self._now, self._rate = app, token, now, rate
        self._callers: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self._refused(scope)

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if refused is None else PlainTextResponse(refused[1] + "\n", refused[0])
        await app(scope, receive, headed)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and sentence for what is not let through."""
        if self._too_often(scope):
            return 429, "Too many requests: wait a second."
        headers = Headers(scope=scope)
        if not numbered(headers.get("host", "")):
            return 403, "Forbidden."
        token = scope["path"].split("/")[1] if scope["path"].startswith("/") else ""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return 403, "Forbidden."
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            return 403, "Forbidden."
        return None

    def _too_often(self, scope: Scope) -> bool:
        if self._rate is None:
            return False
        caller, now = (scope.get("client") or ("",))[0], self._now()
        bucket = self._callers.pop(caller, None) or Bucket(BURST, now)
        bucket.left = min(BURST, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        self._callers[caller] = bucket
        if len(self._callers) > CALLERS:
            self._callers.popitem(last=False)
        if bucket.left < 1:
            return True
        bucket.left -= 1
        return False


def numbered(host: str) -> bool:
    """Tell whether a host is named by its number.

    >>> numbered("127.0.0.1:8000"), numbered("localhost:8000"), numbered("[::1]:80"), numbered("evil.example:8000")
    (True, True, True, False)
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].strip("[]")
    try:
        ip_address(name)
    except ValueError:
        return name == "localhost"
    return True
