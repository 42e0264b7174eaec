ALTER TABLE post ADD COLUMN cover_key text COLLATE "C";
ALTER TABLE post_revision ADD COLUMN cover_key text COLLATE "C";

ALTER TABLE post_count
  ADD COLUMN comments bigint NOT NULL DEFAULT 0,
  ADD COLUMN favorites bigint NOT NULL DEFAULT 0,
  ADD COLUMN energy bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT post_count_not_negative,
  ADD CONSTRAINT post_count_not_negative CHECK (
    likes >= 0 AND dislikes >= 0 AND comments >= 0 AND favorites >= 0 AND energy >= 0
  );

-- A delta also says to which day it belongs: an undone like leaves the day it was given on. One that is
-- `undated` moves the counter and no day: a deleted comment stays in the figures of the day it was made.
ALTER TABLE post_count_delta
  ADD COLUMN day date NOT NULL DEFAULT (now() AT TIME ZONE 'Asia/Shanghai')::date,
  ADD COLUMN undated boolean NOT NULL DEFAULT false,
  ADD COLUMN comments integer NOT NULL DEFAULT 0,
  ADD COLUMN favorites integer NOT NULL DEFAULT 0,
  ADD COLUMN energy integer NOT NULL DEFAULT 0;
ALTER TABLE post_count_delta ALTER COLUMN day DROP DEFAULT;

ALTER TABLE post_reaction
  ADD COLUMN day date,
  ADD COLUMN previous_day date;
UPDATE post_reaction SET day = (changed_at AT TIME ZONE 'Asia/Shanghai')::date;
ALTER TABLE post_reaction ALTER COLUMN day SET NOT NULL;

-- What a post received on one calendar day (D31, D46): likes and favorites that still stand, every comment,
-- all energy. Written only by who holds the post's counter row. Nothing keeps a figure from being below zero
-- for a moment: the like may still wait as a delta when its undoing is counted.
CREATE TABLE post_day (
  post_id    bigint NOT NULL REFERENCES post (id),
  day        date NOT NULL,
  author_uid bigint NOT NULL,
  likes      integer NOT NULL DEFAULT 0,
  comments   integer NOT NULL DEFAULT 0,
  favorites  integer NOT NULL DEFAULT 0,
  energy     integer NOT NULL DEFAULT 0,
  -- Changed since the post's heat was last worked out.
  stirred    boolean NOT NULL DEFAULT true,
  PRIMARY KEY (post_id, day)
) WITH (fillfactor = 70);
CREATE INDEX post_day_of_author ON post_day (author_uid, day);
CREATE INDEX post_day_stirred ON post_day (post_id) WHERE stirred;
GRANT SELECT, INSERT, UPDATE ON post_day TO lamplight_app;
INSERT INTO post_day (post_id, day, author_uid, likes)
SELECT post_id, day, author_uid, count(*) FROM post_reaction JOIN post ON post.id = post_id
 WHERE kind = 'like' GROUP BY 1, 2, 3;

-- How warm a post is: what it received in the last seven days, as of `day`. A worker keeps it.
CREATE TABLE post_heat (
  post_id bigint PRIMARY KEY REFERENCES post (id),
  heat    bigint NOT NULL,
  day     date NOT NULL,
  CONSTRAINT post_heat_only_warm CHECK (heat > 0)
);
CREATE INDEX post_heat_hottest ON post_heat (heat DESC, post_id DESC);
CREATE INDEX post_heat_stale ON post_heat (day);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_heat TO lamplight_app;
