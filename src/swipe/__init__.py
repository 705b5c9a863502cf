"""Swipe and its sister games: rules, tables to play at, and a lab to study them in."""

__version__ = "0.1.0"
