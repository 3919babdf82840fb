"""Opening hours: seven days of intervals, from structured data and from text."""
