"""Google's Places API (New), as far as the product asks it: text searches, details, masks, tiers, quotas, errors."""
