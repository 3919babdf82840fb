"""Pages with known answers: what is read of them, and how sure that makes us."""
