-- Why a contact has no e-mail address or no number: what each page that was looked at says, and what that comes to.
ALTER TABLE page_contents ADD COLUMN absences jsonb;
ALTER TABLE contacts ADD COLUMN email_absence text, ADD COLUMN phone_absence text;

-- Whoever fills a gap, the reason for it is gone; what a person took out is missing for no reason of the pages.
CREATE FUNCTION settle_absences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.email_absence := CASE WHEN NEW.email IS NULL
        THEN CASE WHEN 'email' = ANY (NEW.edited_fields) THEN 'removed' ELSE NEW.email_absence END END;
    NEW.phone_absence := CASE WHEN NEW.phone IS NULL
        THEN CASE WHEN 'phone' = ANY (NEW.edited_fields) THEN 'removed' ELSE NEW.phone_absence END END;
    RETURN NEW;
END
$$;
CREATE TRIGGER settle_absences BEFORE UPDATE OF email, phone, email_absence, phone_absence ON contacts
    FOR EACH ROW EXECUTE FUNCTION settle_absences();
