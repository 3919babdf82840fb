-- Tokens for scripts: what is kept of one is a hash. They end with their user.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    digest bytea NOT NULL,
    scopes text[] NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ix_tokens_user ON tokens (user_id);
CREATE INDEX ix_tokens_expires ON tokens (expires_at);

-- Where somebody is signed in, so that they see it and can end it.
CREATE TABLE sign_ins (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    begun_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    until timestamptz NOT NULL,
    address text NOT NULL,
    agent text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ix_sign_ins_user ON sign_ins (user_id);
CREATE INDEX ix_sign_ins_until ON sign_ins (until);

-- By which an identity provider knows somebody: its address and their id there.
ALTER TABLE users ADD COLUMN subject text UNIQUE;

-- Whether somebody who may only look may take files away. Those who were there before keep what they had.
ALTER TABLE users ADD COLUMN may_export boolean NOT NULL DEFAULT true;
ALTER TABLE users ALTER COLUMN may_export SET DEFAULT false;
