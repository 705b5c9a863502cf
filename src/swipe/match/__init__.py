"""A match: an append-only list of events, the state that they fold to, and its record."""
