-- Who was erased stays erased: entries without the clear text, by which what is read again is compared.
ALTER TABLE suppressions ADD COLUMN is_hashed boolean NOT NULL DEFAULT false;
ALTER TABLE suppressions DROP CONSTRAINT ck_suppressions_kind;
ALTER TABLE suppressions ADD CONSTRAINT ck_suppressions_kind
    CHECK (kind IN ('email', 'domain', 'phone', 'person', 'profile'));
CREATE INDEX ix_suppressions_hashed ON suppressions (tenant_id) WHERE is_hashed;
