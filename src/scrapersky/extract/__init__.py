"""Pure functions: text in, values out. No network, database, framework, event loop, clock or randomness."""
