"""The guarded, polite fetcher: one way out, with robots.txt, pacing, redirects and every limit."""
