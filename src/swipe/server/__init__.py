"""The table's server: events on disk first, then told to everybody who may see them."""
