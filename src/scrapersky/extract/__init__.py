"""Pure functions: text or bytes in, values out. No network, database, framework, event loop, clock or chance."""
