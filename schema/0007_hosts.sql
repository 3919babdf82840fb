-- What all workers know of hosts on the web: whose turn it is, what troubles there were, what robots.txt says.
CREATE TABLE host_turns (
    host text PRIMARY KEY,
    free_at timestamptz NOT NULL,
    promised_until timestamptz NOT NULL,
    open_until timestamptz[] NOT NULL DEFAULT '{}'
);

CREATE TABLE origin_troubles (
    origin text PRIMARY KEY,
    reason text NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    closed_until timestamptz,
    paused_until timestamptz
);

CREATE TABLE origin_robots (
    origin text PRIMARY KEY,
    body bytea,
    why text NOT NULL,
    expires_at timestamptz NOT NULL
);
