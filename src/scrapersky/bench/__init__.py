"""What anybody can measure on their own machine: `scrapersky bench NAME`."""
