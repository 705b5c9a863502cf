"""How each game's positions are numbered for the solvers; one module a game."""
