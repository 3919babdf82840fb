"""People named on pages, with their roles."""
