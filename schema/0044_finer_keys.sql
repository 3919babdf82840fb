-- PostgreSQL 18 counts parts of a millisecond in its keys, so that rows made one after the other are so by their keys. The
-- function that older servers got with 0001 did not.
DO $$
BEGIN
    IF to_regprocedure('pg_catalog.uuidv7()') IS NULL THEN
        CREATE OR REPLACE FUNCTION uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $f$
            SELECT encode(
                overlay(
                    overlay(uuid_send(gen_random_uuid())
                            PLACING substring(int8send(microseconds / 1000) FROM 3) FROM 1 FOR 6)
                    PLACING substring(int4send((28672 + microseconds % 1000 * 4096 / 1000)::integer) FROM 3) FROM 7 FOR 2),
                'hex')::uuid
              FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS microseconds) AS now
        $f$;
    END IF;
END
$$;
