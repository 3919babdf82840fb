"""What a page is about, and what is kept of it."""
