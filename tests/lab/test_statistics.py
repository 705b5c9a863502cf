"""Intervals and tests against SciPy and worked examples."""

import math

import numpy as np
import pytest
from scipy import stats

from swipe.lab.statistics import Estimate, difference, holm, mean, wilson


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (3, 10), (10, 10), (533, 1000)])
def test_wilson_is_scipys(successes, n):
    ours = wilson(successes, n)
    theirs = stats.binomtest(successes, n).proportion_ci(method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_a_mean_is_that_of_the_values():
    values = np.random.default_rng(3).integers(0, 50, 400)
    ours = mean(float(values.sum()), float((values**2).sum()), len(values))
    error = values.std(ddof=1) / math.sqrt(len(values))
    assert ours.value == pytest.approx(values.mean())
    assert ours.error == pytest.approx(error)
    assert ours.high - ours.value == pytest.approx(1.96 * error, rel=1e-4)


def test_one_value_says_nothing_of_its_error():
    assert mean(3.0, 9.0, 1).high == math.inf


@pytest.mark.parametrize("estimate", [wilson, lambda total, n: mean(total, total, n)])
def test_nothing_cannot_be_estimated(estimate):
    with pytest.raises(ValueError, match="at least one"):
        estimate(0, 0)


def test_a_difference_of_two_standard_errors_is_borderline():
    one, other = Estimate(1.0, 0, 0, 3.0), Estimate(1.0 + 1.959964 * 5, 0, 0, 4.0)
    change, p = difference(one, other)
    assert change.error == pytest.approx(5.0)
    assert p == pytest.approx(0.05, abs=1e-6)
    assert difference(one, one)[1] == 1.0


def test_holm_as_in_the_textbook():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
