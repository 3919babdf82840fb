"""Pure functions: text or bytes in, values out; no network, database or clock."""
