"""Hostile texts and documents through every door of a running installation; see `__main__`."""
