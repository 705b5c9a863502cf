"""Intervals and tests for what was counted. Everything estimated says so where it is shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEVEL = 0.95
Z95 = 1.959963984540054
"""The standard normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated figure with its 95 % interval and standard error."""

    value: float
    low: float
    high: float
    error: float

    def scaled(self, factor: float) -> Estimate:
        """The figure in another unit."""
        return Estimate(
            self.value * factor, self.low * factor, self.high * factor, self.error * factor
        )


def wilson(successes: float, n: int) -> Estimate:
    """A proportion with Wilson's score interval (1927).

    ``successes`` may have fractions, as shared wins do; then the interval is a little too wide.

    Raises:
        ValueError: ``n`` is not positive.
    """
    if n <= 0:
        raise ValueError("a proportion needs at least one trial")
    p, z2 = successes / n, Z95 * Z95
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half), math.sqrt(p * (1 - p) / n))


def mean(total: float, total_of_squares: float, n: int) -> Estimate:
    """A mean with its normal interval, from the sum and the sum of squares of n values.

    Raises:
        ValueError: ``n`` is not positive.
    """
    if n <= 0:
        raise ValueError("a mean needs at least one value")
    value = total / n
    if n == 1:
        return Estimate(value, -math.inf, math.inf, math.inf)
    # Whole numbers stay whole until here, so that no digits are lost in the difference.
    variance = max(0.0, (n * total_of_squares - total * total) / (n * (n - 1)))
    error = math.sqrt(variance / n)
    return Estimate(value, value - Z95 * error, value + Z95 * error, error)


def difference(first: Estimate, second: Estimate) -> tuple[Estimate, float]:
    """The second less the first with its interval, and the two-sided p-value of no difference.

    For independent estimates; a normal approximation.
    """
    value = second.value - first.value
    error = math.hypot(first.error, second.error)
    if error == 0.0:
        p = 1.0 if value == 0.0 else 0.0
    else:
        p = math.erfc(abs(value) / error / math.sqrt(2.0))
    return Estimate(value, value - Z95 * error, value + Z95 * error, error), p


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values (1979): below 0.05, no more than one false alarm in 20 reports."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted, least = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = least
    return adjusted
