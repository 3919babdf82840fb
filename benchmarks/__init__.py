"""What claims in the documents rest on, beside `scrapersky bench`. Most are commands: `python -m benchmarks.crowd`."""
