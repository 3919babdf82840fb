"""`python -m scrapersky` does what `scrapersky` does."""

from scrapersky.cli import main

main()
