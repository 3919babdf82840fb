"""One table per file; each says who curates it."""
