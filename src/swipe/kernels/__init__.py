"""The fast core: the rules and the bots as they stand, compiled by Numba, and batches of games.

Nothing here knows a game. :func:`compile_function` compiles any function of a rules or bots module
from outside; :class:`Kernel` plays batches of games with them; :mod:`swipe.kernels.stream` gives
every game its own chance.
"""

from swipe.kernels.batch import Batch, Kernel, Plan
from swipe.kernels.compile import compile_function

__all__ = ["Batch", "Kernel", "Plan", "compile_function"]
