"""Rows and addresses that people hand in, in whatever form they have them."""
