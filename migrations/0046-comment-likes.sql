-- outside a transaction
-- Statements that need a lock of `comment` wait at most two seconds for it; a waiting ALTER blocks everything behind it.
SET lock_timeout = '2s';
-- When its author last changed the text, and the one comment of a post that its author put first. Only roots can be
-- pinned. The check is NOT VALID because the column is new: to validate it would only read every row under a lock.
ALTER TABLE comment
  ADD COLUMN IF NOT EXISTS edited_at timestamptz,
  ADD COLUMN IF NOT EXISTS pinned boolean NOT NULL DEFAULT false;
ALTER TABLE comment
  DROP CONSTRAINT IF EXISTS comment_pinned_is_root,
  ADD CONSTRAINT comment_pinned_is_root CHECK (NOT pinned OR root_id IS NULL) NOT VALID;

-- A like exists while its row does. `day`: the calendar day it was given on.
CREATE TABLE IF NOT EXISTS comment_like (
  comment_id bigint NOT NULL REFERENCES comment (id),
  uid        bigint NOT NULL REFERENCES users (uid),
  created_at timestamptz NOT NULL,
  day        date NOT NULL,
  PRIMARY KEY (comment_id, uid)
);
CREATE INDEX IF NOT EXISTS comment_like_of_user ON comment_like (uid, comment_id);
CREATE INDEX IF NOT EXISTS comment_likers ON comment_like (comment_id, day, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON comment_like TO lamplight_app;

-- Likes and replies of a comment. Apart from `comment`, because an index of the hottest comments on that table would
-- index the whole text again with every like. Every root has a row; a reply has one from its first like on.
CREATE TABLE IF NOT EXISTS comment_count (
  comment_id bigint PRIMARY KEY REFERENCES comment (id),
  post_id    bigint NOT NULL,
  likes      integer NOT NULL DEFAULT 0,
  -- The same as `comment.reply_count`.
  replies    integer NOT NULL DEFAULT 0,
  -- A root that is not deleted.
  listed     boolean NOT NULL DEFAULT false,
  CONSTRAINT comment_count_not_negative CHECK (likes >= 0 AND replies >= 0)
) WITH (fillfactor = 70);
-- A reply counts as two likes; REPLY_WEIGHT in src/comments/rules.ts. Negative, so that one direction has the hottest
-- first and the oldest of equals first.
CREATE INDEX IF NOT EXISTS comment_hottest ON comment_count (post_id, (-(likes + 2 * replies)), comment_id) WHERE listed;
GRANT SELECT, INSERT, UPDATE ON comment_count TO lamplight_app;

-- The likes of a comment on one calendar day that still stand, for notifications. Written under the lock of its counter.
CREATE TABLE IF NOT EXISTS comment_day (
  comment_id bigint NOT NULL REFERENCES comment (id),
  day        date NOT NULL,
  author_uid bigint NOT NULL,
  likes      integer NOT NULL,
  PRIMARY KEY (comment_id, day),
  CONSTRAINT comment_day_not_negative CHECK (likes >= 0)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS comment_day_of_author ON comment_day (author_uid, day);
GRANT SELECT, INSERT, UPDATE ON comment_day TO lamplight_app;

-- Texts that an edit replaced, for the staff; deleted after some weeks.
CREATE TABLE IF NOT EXISTS comment_revision (
  comment_id  bigint NOT NULL REFERENCES comment (id),
  version     integer NOT NULL,
  body        text NOT NULL,
  written_at  timestamptz NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (comment_id, version),
  CONSTRAINT comment_revision_body_length CHECK (length(body) BETWEEN 1 AND 1000)
);
CREATE INDEX IF NOT EXISTS comment_revision_replaced ON comment_revision (replaced_at);
COMMENT ON COLUMN comment_revision.body IS 'a replaced text of the comment; deleted when its author is purged';
GRANT SELECT, INSERT, DELETE ON comment_revision TO lamplight_app;

-- Deferred, so that the counter is locked for the end of a transaction only: likes wait for that lock. A trigger, because
-- programs of the version before write comments during an upgrade.
CREATE OR REPLACE FUNCTION count_root_comment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO comment_count (comment_id, post_id, replies, listed)
  VALUES (NEW.id, NEW.post_id, NEW.reply_count, NEW.deleted_at IS NULL)
  ON CONFLICT (comment_id) DO UPDATE SET replies = EXCLUDED.replies, listed = EXCLUDED.listed; RETURN NULL; END $$;
DROP TRIGGER IF EXISTS comment_count_root ON comment;
CREATE CONSTRAINT TRIGGER comment_count_root
  AFTER INSERT OR UPDATE OF reply_count, deleted_at ON comment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.root_id IS NULL)
  EXECUTE FUNCTION count_root_comment();
SET lock_timeout = 0;

-- At most one per post.
DROP INDEX CONCURRENTLY IF EXISTS comment_pinned;
CREATE UNIQUE INDEX CONCURRENTLY comment_pinned ON comment (post_id) WHERE pinned AND deleted_at IS NULL;

-- The roots that exist already, in short transactions: a reply to one of them waits for such a transaction.
DO $$ DECLARE first bigint := 0; last bigint; BEGIN
  SELECT coalesce(max(id), 0) INTO last FROM comment; WHILE first < last LOOP
    INSERT INTO comment_count (comment_id, post_id, replies, listed)
    SELECT id, post_id, reply_count, deleted_at IS NULL FROM comment
     WHERE id > first AND id <= first + 10000 AND root_id IS NULL
    ON CONFLICT (comment_id) DO NOTHING; COMMIT; first := first + 10000; END LOOP; END $$;
