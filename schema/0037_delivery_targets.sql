-- A tenant's own delivery targets: addresses and keys, sealed with a key that is not in the database.
CREATE TABLE delivery_targets (
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    name text NOT NULL,
    sealed bytea NOT NULL,
    changed_by text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, name)
);
