"""robots.txt by RFC 9309."""
