"""Searches: started, carried out cell by cell, and kept in named lists."""
