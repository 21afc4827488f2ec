"""Connections that ask in time: who holds one and asks nothing is cut off; no crowd of them shuts a page out."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

DEADLINE = 8.0
"""Seconds for a request, head and body, from when its connection was made or the answer before it was sent."""
OF_ONE, OF_ALL = 48, 96
"""Connections that may ask nothing: of one machine (eight browsers hold six each), and in all; the oldest goes.

Those that are answered, such as a page's news, are not counted: a family behind one phone is never shut out.
"""


class Connection(H11Protocol):
    """A connection with a deadline for each request; uvicorn has none of its own for a request that never ends."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()
        waiting = [one for one in self.connections if isinstance(one, Connection) and one.waiting]
        of_one = [one for one in waiting if one.machine == self.machine]
        crowd = of_one if len(of_one) > OF_ONE else waiting if len(waiting) > OF_ALL else []
        if crowd:
            min(crowd, key=lambda one: one._since).transport.abort()

    def on_response_complete(self) -> None:
        self._await_request()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def machine(self) -> str:
        """The number of the machine at the other end."""
        return self.client[0] if self.client else ""

    @property
    def waiting(self) -> bool:
        """Whether no whole request has come that is still to be answered."""
        asked = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        return not asked and not self.transport.is_closing()

    def _await_request(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._since = self.loop.time()
        self._timer = self.loop.call_later(DEADLINE, self._late)

    def _late(self) -> None:
        if self.waiting:
            self.transport.abort()
