"""What the command line looks like: each command with its options, and where it is done. The product is not loaded."""
