-- How often the same text was written within a day, and how many newcomers linked to the same site. Only hashes: the
-- texts themselves are where they were written. A job deletes what is older.
CREATE TABLE repetition (
  hash  bytea PRIMARY KEY,
  times integer NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT repetition_hash CHECK (octet_length(hash) = 16)
);
CREATE INDEX repetition_oldest ON repetition (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON repetition TO lamplight_app;

-- More of the same text wait, and links to a site after so many newcomers linked to it. 0: no limit.
ALTER TABLE automatic_rule
  ADD COLUMN repeats_max smallint NOT NULL DEFAULT 0,
  ADD COLUMN hosts_max smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT automatic_rule_repeats CHECK (repeats_max BETWEEN 0 AND 100 AND hosts_max BETWEEN 0 AND 100);
