"""How a site shows whom to write to, call and visit."""
