"""The keys of an identity provider."""
