-- Which protocol of the queue a worker speaks. Those of version 0.1 say none, and are kept out: they would bring back what was
-- erased since. A file that changes what workers do to rows makes the function anew, with the next number.
ALTER TABLE workers ADD COLUMN protocol integer NOT NULL DEFAULT 1;

CREATE FUNCTION refuse_other_protocols() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.protocol <> 2 THEN
        RAISE EXCEPTION 'This worker speaks protocol % of the queue, and this database protocol 2.', NEW.protocol
            USING ERRCODE = 'SKY01',
                  HINT = 'Stop it and start one of the version that the database has; rows that it holds go back to the queue.';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER refuse_other_protocols BEFORE INSERT OR UPDATE ON workers
    FOR EACH ROW EXECUTE FUNCTION refuse_other_protocols();
