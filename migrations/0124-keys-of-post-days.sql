-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning.
-- Days are read by their author, so the author is their shard key (ADR 0020). One index serves as key and for these reads.
-- Built without a lock: the tables grow every day.
DROP INDEX CONCURRENTLY IF EXISTS post_day_by_author;
CREATE UNIQUE INDEX CONCURRENTLY post_day_by_author ON post_day (author_uid, day, post_id);
DROP INDEX CONCURRENTLY IF EXISTS comment_day_by_author;
CREATE UNIQUE INDEX CONCURRENTLY comment_day_by_author ON comment_day (author_uid, day, post_id, comment_id);
SET lock_timeout = '2s';
ALTER TABLE post_day
  DROP CONSTRAINT IF EXISTS post_day_pkey,
  ADD CONSTRAINT post_day_pkey PRIMARY KEY USING INDEX post_day_by_author;
ALTER TABLE comment_day
  DROP CONSTRAINT IF EXISTS comment_day_pkey,
  ADD CONSTRAINT comment_day_pkey PRIMARY KEY USING INDEX comment_day_by_author;
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS post_day_of_author_in_order;
DROP INDEX CONCURRENTLY IF EXISTS comment_day_of_author;
