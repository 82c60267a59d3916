"""Limits the rate of requests: a token bucket for each key."""

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_KEYS = 1024
"""Maximum number of stored keys; the least recently used is removed first."""


class RateLimit:
    """Token buckets (Tanenbaum, Computer Networks, "traffic shaping"), one for each key.

    Args:
        rate: long-term limit, in requests per second.
        burst: requests allowed at once after a pause.
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
