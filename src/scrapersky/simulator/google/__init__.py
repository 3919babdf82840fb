"""Google's Places API (New), as far as its documentation tells: searches, details, masks, tiers, quotas, errors."""
