"""How much anybody may ask for."""

from __future__ import annotations

from collections import OrderedDict


class TokenBucket:
    """Allows ``burst`` at once and ``rate`` a second on average."""

    __slots__ = ("burst", "level", "rate", "since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.since = now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self.level = min(self.burst, self.level + (now - self.since) * self.rate)
        self.since = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class AddressLimit:
    """A token bucket for every address, the longest unused forgotten beyond ``remembered``."""

    def __init__(self, per_minute: float, remembered: int = 10_000) -> None:
        self._per_minute = per_minute
        self._remembered = remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take one for an address, if it has one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = TokenBucket(self._per_minute / 60, self._per_minute, now)
            self._buckets[address] = bucket
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
