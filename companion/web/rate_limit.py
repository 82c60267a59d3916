"""Limits the rate of requests: a token bucket for each key."""

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_KEYS = 1024
"""Keys that are remembered; the one that was quiet longest is forgotten first."""


class RateLimit:
    """Token buckets (Tanenbaum, Computer Networks, "traffic shaping"), one for each key.

    Args:
        rate: requests per second in the long run.
        burst: requests at once after a pause.
        now: a clock in seconds.
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str) -> bool:
        """Count one request of this key; return whether it is within the limit."""
        now = self._now()
        tokens, since = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return allowed
