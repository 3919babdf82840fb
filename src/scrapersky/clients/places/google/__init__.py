"""Google Places API (New)."""
