"""``python -m swipe`` is ``swipe``."""

from swipe.cli import main

main()
