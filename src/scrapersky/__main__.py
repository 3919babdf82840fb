"""`python -m scrapersky` does what `scrapersky` does."""

from scrapersky.cli.entry import main

main()
