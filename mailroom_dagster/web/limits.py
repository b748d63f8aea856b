"""How often one client may do a thing. Counted for each client in this process; the oldest are forgotten first."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST_CLIENTS = 10_000


class RateLimit:
    """At most `calls` within `seconds` for each client."""

    def __init__(self, calls: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._calls = calls
        self._clock = clock
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def spent(self, client: str) -> bool:
        """Whether the client has used up its calls."""
        times = self._seen.get(client, deque())
        while times and times[0] <= self._clock() - self.seconds:
            times.popleft()
        return len(times) >= self._calls

    def count(self, client: str) -> None:
        """One more call of this client."""
        self._seen.setdefault(client, deque(maxlen=self._calls)).append(self._clock())
        self._seen.move_to_end(client)
        while len(self._seen) > MOST_CLIENTS:
            self._seen.popitem(last=False)
