"""`scrapersky run`: a search followed through all stages without clicks, row by row, as far as its rules say."""
