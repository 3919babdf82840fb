-- The best way there is to reach a contact, so that those who cannot be reached are found and left out when others are sent.
ALTER TABLE contacts ADD COLUMN reach text GENERATED ALWAYS AS (
    CASE WHEN email <> '' THEN 'email' WHEN phone <> '' THEN 'phone' WHEN whatsapp <> '' THEN 'whatsapp' END
) STORED;
