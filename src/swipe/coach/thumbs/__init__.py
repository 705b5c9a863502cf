"""Rules of thumb that a person can remember: one module a game that has any.

The module of the game ``swipe-dice`` is ``swipe.coach.thumbs.swipe_dice``, with the mapping
``THUMBS`` from names to policies. They are played by :mod:`swipe.coach.strategy` and need not
compile.
"""
