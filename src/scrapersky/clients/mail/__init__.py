"""Whether mail to an address can arrive."""
