"""Google's Places API (New), as far as the product asks it: searches, details, masks, tiers, quotas, errors."""
