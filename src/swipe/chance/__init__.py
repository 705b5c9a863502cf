"""Where chance comes from: a committed secret, a seed, or real dice typed in."""
