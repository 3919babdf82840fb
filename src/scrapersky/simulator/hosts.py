"""The hosts of the simulated internet that are no business's."""

GOOGLE_PLACES_HOST = "places.googleapis.com"
OVERPASS_HOST = "overpass-api.de"
NOMINATIM_HOST = "nominatim.openstreetmap.org"
PLACE_HOSTS = frozenset({GOOGLE_PLACES_HOST, OVERPASS_HOST, NOMINATIM_HOST})

CONTROL_HOST = "simulator.example"
"""Where out-of-process tests read the request log; `127.0.0.1` and `localhost` mean the same."""

BUILDER_HOST = "sitebuilder.example"
"""The firm whose customers' sites are names under its own."""

SITE_BUILDERS = frozenset({BUILDER_HOST})
"""What clients on the simulated internet have to be told, as no list of real site builders has it."""

HOOKS_HOST = "hooks.example"
"""Somebody's own server, which takes what it is sent: where a demonstration can deliver to."""

OTHER_HOSTS = PLACE_HOSTS | {CONTROL_HOST, BUILDER_HOST, HOOKS_HOST}

INTERNAL_HOST = "intranet.example"
"""A name that hostile redirects point at: it resolves to a private address."""
