-- How far a contact's e-mail address was checked and held: syntax, domain, mailbox.
ALTER TABLE contacts ADD COLUMN verified_level text;
UPDATE contacts
   SET verified_level = CASE WHEN verification_facts ->> 'step' IN ('domain', 'mail_servers') THEN 'syntax' ELSE 'domain' END
 WHERE email IS NOT NULL AND verification IS NOT NULL AND verification_facts ->> 'step' <> 'syntax';
