-- Sessions that were signed out of: a token of one of them is refused, wherever a copy of it is.
CREATE TABLE ended_sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    ended_at timestamptz NOT NULL DEFAULT now(),
    kept_until timestamptz NOT NULL
);
CREATE INDEX ix_ended_sessions_kept ON ended_sessions (kept_until);
