"""What the workers of a cluster share through the database: turns at a host, its troubles, its robots.txt."""
