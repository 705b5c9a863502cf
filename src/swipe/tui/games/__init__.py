"""How each game looks in a terminal: one module a game, found by its name."""
