"""Chance in the fast core: every game of a seed has its own stream, wherever it is played.

Game number n of seed s draws from two splitmix64 sequences (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014; the constants are Vigna's). Both start at a hash of s
and n alone: game n is the same game on its own, in a batch, in another process or on a cluster.
One sequence is for the dice and cards, the other for the bots' choices, so that a bot that asks
for more decisions does not change the dice.

A throw starts with a fresh word. Its upper 56 bits are a fraction of one; times the number of
tickets, the whole part is the ticket and the fraction goes on to the next draw. After draws of
``t1, t2, ... tk`` tickets a ticket's chance differs from ``1 / tk`` by a factor of at most
``1 ± t1 * t2 * ... * tk / 2**56``; a new word is taken before that product passes ``2**40``, so by
at most ``2**-16`` even for the last draw of a long deal, and by ``2**-30`` for a throw of ten dice.

The functions run compiled and interpreted; interpreted, NumPy warns of the wrapping that is meant
here, so callers use ``np.errstate(over="ignore")``.
"""

from __future__ import annotations

import numpy as np

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_CHOICES = np.uint64(0xD1B54A32D192ED03)  # sets the bots' sequence apart from the dice
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31 = np.uint64(27), np.uint64(30), np.uint64(31)


def mix(word: np.uint64) -> np.uint64:
    """The finalizer of splitmix64: a bijection on 64 bits."""
    word = (word ^ (word >> _S30)) * _M1
    word = (word ^ (word >> _S27)) * _M2
    return word ^ (word >> _S31)


def dice_stream(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Where the dice and cards of game ``number`` of a seed begin."""
    return mix(mix(seed + GAMMA) + number * GAMMA)


def choice_stream(dice: np.uint64) -> np.uint64:
    """Where the bots' choices of the game begin whose dice begin at ``dice``."""
    return mix(dice ^ _CHOICES)
