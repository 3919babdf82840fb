"""The pages: a plain grid for every workflow, rendered on the server."""
