"""How often a domain is visited."""

# So often a domain fails when its site fails for a while; after that, what could be read is kept.
INSISTING_TRIES = 5
