"""Rows into files: chosen, written piece by piece in flat memory, at once or in the background."""
