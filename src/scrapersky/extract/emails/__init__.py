"""E-mail addresses, however a page writes them."""
