"""The text of a page from its bytes."""
