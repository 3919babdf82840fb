"""The outside world: the guarded, polite fetcher and what is built on it."""
