"""The browser application as it was built, and the addresses that answer it."""
