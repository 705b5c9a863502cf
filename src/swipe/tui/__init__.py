"""The table in a plain terminal: clear text, 80 columns, every prompt says what it accepts."""
