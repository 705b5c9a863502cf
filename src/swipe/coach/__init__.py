"""Winning chances, advice, and reviews that separate luck from skill; whatever the game."""
