"""What performance claims rest on. Each module is one command: `python -m benchmarks.queue`."""
