"""The outside world: the fetcher, and what is built on it (places, delivery, mail, rendering, kept HTML)."""
