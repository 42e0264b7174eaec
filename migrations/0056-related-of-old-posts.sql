-- A worker finds related posts for the posts from before 0049 in order of their ids, and deletes the row at the end.
CREATE TABLE related_backfill (
  id       boolean PRIMARY KEY DEFAULT true,
  after_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT related_backfill_one_row CHECK (id)
);
INSERT INTO related_backfill DEFAULT VALUES;
GRANT SELECT, UPDATE, DELETE ON related_backfill TO lamplight_app;
