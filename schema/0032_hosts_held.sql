-- A process holds a host for a while and hands out its turns itself, rather than asking here for each of them. Whoever
-- else wants the host says so, and the holder lets go of it soon.
ALTER TABLE host_turns
    DROP COLUMN open_until,
    ADD COLUMN held_by uuid,
    ADD COLUMN held_until timestamptz,
    ADD COLUMN wanted_by uuid,
    ADD COLUMN wanted_until timestamptz;
