-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning.
-- The key of gifts with their post, as in 0116. It replaces the index of the post, which had the same order backwards. Built
-- without a lock: the table has a row for every gift ever made.
DROP INDEX CONCURRENTLY IF EXISTS post_energize_by_post;
CREATE UNIQUE INDEX CONCURRENTLY post_energize_by_post ON post_energize (post_id, id);
SET lock_timeout = '2s';
ALTER TABLE post_energize
  DROP CONSTRAINT IF EXISTS post_energize_pkey,
  ADD CONSTRAINT post_energize_pkey PRIMARY KEY USING INDEX post_energize_by_post;
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS post_energize_of_post;
