-- Who did what, when and from where. People are ids and keyed hashes here, so that nobody has to be erased from it.
CREATE TABLE audit (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid,
    user_id uuid,
    token_id uuid,
    operation text NOT NULL,
    outcome text NOT NULL,
    address_hash text,
    name_hash text,
    request_id text,
    facts jsonb NOT NULL DEFAULT '{}',
    is_redacted boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ck_audit_outcome CHECK (outcome IN ('done', 'refused'))
);
CREATE INDEX ix_audit_tenant ON audit (tenant_id, id);

-- Entries stay as they were written. One may be redacted, which takes out all but who, what and when, and is told by an
-- entry of its own; whoever changes anything else is refused, the owner of the table too.
CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.is_redacted AND NOT OLD.is_redacted THEN
        NEW.facts := '{}';
        NEW.address_hash := NULL;
        NEW.name_hash := NULL;
        IF (NEW.id, NEW.tenant_id, NEW.user_id, NEW.token_id, NEW.operation, NEW.outcome, NEW.request_id, NEW.made_at)
            IS NOT DISTINCT FROM
           (OLD.id, OLD.tenant_id, OLD.user_id, OLD.token_id, OLD.operation, OLD.outcome, OLD.request_id, OLD.made_at)
        THEN
            INSERT INTO audit (tenant_id, operation, outcome, facts)
            VALUES (OLD.tenant_id, 'redaction', 'done', jsonb_build_object('entry', OLD.id, 'by', current_user));
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'entries of the audit are neither changed nor deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_kept();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION audit_is_kept();
