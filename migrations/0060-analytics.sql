-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning. What waits for a lock of an
-- existing table comes first, with a timeout: a waiting ALTER blocks everything behind it.
SET lock_timeout = '2s';

-- How far a visitor of today has read: quarters of the text, -1 if not reported. `previous` is the depth before the last
-- report, -2 if there was none, so that one statement learns what it changed. Forgotten with the visitor.
ALTER TABLE post_read_even
  ADD COLUMN IF NOT EXISTS depth smallint NOT NULL DEFAULT -1,
  ADD COLUMN IF NOT EXISTS previous smallint NOT NULL DEFAULT -2;
ALTER TABLE post_read_odd
  ADD COLUMN IF NOT EXISTS depth smallint NOT NULL DEFAULT -1,
  ADD COLUMN IF NOT EXISTS previous smallint NOT NULL DEFAULT -2;
GRANT UPDATE ON post_read_even, post_read_odd TO lamplight_app;

-- Where the reads of a day came from. Their sum equals the reads of the day. `host` only for links outside; the empty
-- one is the sum of hosts beyond the limit of a day.
CREATE TABLE IF NOT EXISTS post_read_source (
  post_id bigint NOT NULL REFERENCES post (id),
  day     date NOT NULL,
  source  text COLLATE "C" NOT NULL,
  host    text COLLATE "C" NOT NULL DEFAULT '',
  reads   integer NOT NULL,
  CONSTRAINT post_read_source_pkey PRIMARY KEY (post_id, day, source, host),
  CONSTRAINT post_read_source_known CHECK (source IN (
    'home', 'following', 'search', 'topic', 'series', 'space', 'post', 'messages', 'site', 'outside', 'direct', 'unknown'
  )),
  CONSTRAINT post_read_source_host CHECK (
    length(host) <= 100 AND host = lower(host) AND (host = '' OR source = 'outside')
  ),
  CONSTRAINT post_read_source_positive CHECK (reads > 0)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_read_source TO lamplight_app;

-- How far the readers of a day came: how many reported it, and how many of them reached each part of the text.
CREATE TABLE IF NOT EXISTS post_read_depth (
  post_id        bigint NOT NULL REFERENCES post (id),
  day            date NOT NULL,
  measured       integer NOT NULL,
  quarter        integer NOT NULL,
  half           integer NOT NULL,
  three_quarters integer NOT NULL,
  finished       integer NOT NULL,
  CONSTRAINT post_read_depth_pkey PRIMARY KEY (post_id, day),
  -- Not their order: PostgreSQL checks the change of a row, too, before it adds it. `lamplight verify` checks that.
  CONSTRAINT post_read_depth_positive CHECK (
    measured >= 0 AND quarter >= 0 AND half >= 0 AND three_quarters >= 0 AND finished >= 0
  )
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON post_read_depth TO lamplight_app;

-- Equal to the days of the post, for a comparison of many posts.
ALTER TABLE post_read_count
  ADD COLUMN IF NOT EXISTS measured bigint NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS finished bigint NOT NULL DEFAULT 0;

-- The post on whose page a follow was made that still stands. Counted from these rows, so nothing can disagree with them.
ALTER TABLE user_follow ADD COLUMN IF NOT EXISTS post_id bigint;

-- When an author last opened the overview, and what the day had brought until then; `since` and its counts are those of
-- the visit before, with which the overview compares.
CREATE TABLE IF NOT EXISTS studio_visit (
  uid             bigint PRIMARY KEY REFERENCES users (uid),
  seen_at         timestamptz NOT NULL,
  seen_reads      integer NOT NULL,
  seen_energy     integer NOT NULL,
  seen_comments   integer NOT NULL,
  seen_likes      integer NOT NULL,
  seen_favorites  integer NOT NULL,
  since           timestamptz,
  since_reads     integer NOT NULL DEFAULT 0,
  since_energy    integer NOT NULL DEFAULT 0,
  since_comments  integer NOT NULL DEFAULT 0,
  since_likes     integer NOT NULL DEFAULT 0,
  since_favorites integer NOT NULL DEFAULT 0,
  CONSTRAINT studio_visit_order CHECK (since <= seen_at)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE, DELETE ON studio_visit TO lamplight_app;

-- The last time a post was pinned: the charts of its author mark the day.
ALTER TABLE post ADD COLUMN IF NOT EXISTS pinned_at timestamptz;
SET lock_timeout = 0;

DROP INDEX CONCURRENTLY IF EXISTS user_follow_of_post;
CREATE INDEX CONCURRENTLY user_follow_of_post ON user_follow (post_id, changed_at)
  WHERE following AND post_id IS NOT NULL;

-- Reads from before this migration, in short transactions. Those of purged posts have no sources.
DO $$ DECLARE first bigint := 0; last bigint; BEGIN
  SELECT coalesce(max(post_id), 0) INTO last FROM post_read_day; WHILE first < last LOOP
    INSERT INTO post_read_source (post_id, day, source, reads)
    SELECT post_id, day, 'unknown', reads FROM post_read_day JOIN post ON post.id = post_id
     WHERE post_id > first AND post_id <= first + 10000 AND purged_at IS NULL
    ON CONFLICT DO NOTHING; COMMIT; first := first + 10000; END LOOP; END $$;
