"""``python -m swipe.server`` is ``swipe serve``."""

from swipe.server.command import serve

if __name__ == "__main__":
    serve()
