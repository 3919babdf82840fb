"""A small internet on loopback: place APIs, business websites, faults, and the truth about them."""
