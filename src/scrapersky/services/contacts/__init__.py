"""What a domain's contacts should be, and the evidence for each."""
