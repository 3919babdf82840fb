"""Pages that only a browser can read."""
