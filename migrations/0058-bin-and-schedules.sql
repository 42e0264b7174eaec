-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning. What waits for a lock of
-- `post` comes first, with a timeout, so that it repeats no index.
SET lock_timeout = '2s';
-- D59: the bin. Which deleted posts their authors restored: the key allows it once for each post, and no program can delete
-- a row.
CREATE TABLE IF NOT EXISTS post_restore (
  post_id     bigint PRIMARY KEY REFERENCES post (id),
  deleted_at  timestamptz NOT NULL,
  restored_at timestamptz NOT NULL,
  CONSTRAINT post_restore_after_deletion CHECK (restored_at >= deleted_at)
);
COMMENT ON TABLE post_restore IS 'the first deletion of each post that was restored, and when it was';
GRANT SELECT, INSERT ON post_restore TO lamplight_app;

-- When a post is to be published. It exists only while the post is a draft, rejected or pending: publishing, rejecting,
-- locking, withdrawing and deleting remove it in the transaction that changes the post, under the post's lock.
CREATE TABLE IF NOT EXISTS post_schedule (
  post_id          bigint PRIMARY KEY REFERENCES post (id),
  publish_at       timestamptz NOT NULL,
  -- When a worker tries: the same time, or later after a failure of ours.
  due_at           timestamptz NOT NULL,
  created_at       timestamptz NOT NULL,
  -- Staff approved this version, and it waits for its time; the post stays pending until then.
  approved_at      timestamptz,
  approved_version integer,
  CONSTRAINT post_schedule_never_early CHECK (due_at >= publish_at),
  CONSTRAINT post_schedule_approved_both CHECK ((approved_at IS NULL) = (approved_version IS NULL))
) WITH (fillfactor = 85);
CREATE INDEX IF NOT EXISTS post_schedule_due ON post_schedule (due_at, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_schedule TO lamplight_app;
SET lock_timeout = 0;

-- What an author's bin lists. Purged posts leave it.
DROP INDEX CONCURRENTLY IF EXISTS post_bin;
CREATE INDEX CONCURRENTLY post_bin ON post (author_uid, deleted_at DESC, id DESC)
  WHERE deleted_by_author AND purged_at IS NULL;

-- For the series of migration 0059, whose table refers to the first: from then on that index could not be built again.
DROP INDEX CONCURRENTLY IF EXISTS post_and_author;
CREATE UNIQUE INDEX CONCURRENTLY post_and_author ON post (id, author_uid);
-- What the staff did to the series of an author, also to deleted ones.
DROP INDEX CONCURRENTLY IF EXISTS staff_action_of_series_author;
CREATE INDEX CONCURRENTLY staff_action_of_series_author ON staff_action ((before ->> 'author_uid'))
  WHERE subject_kind = 'series';
