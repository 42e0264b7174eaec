-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning.
-- Posts that are worth reading after another one, found when that post changes. Derived, never trusted for visibility.
-- No foreign keys: their checks would lock rows of `post` that authors are saving, and no post is ever deleted.
CREATE TABLE IF NOT EXISTS post_related (
  post_id    bigint NOT NULL,
  related_id bigint NOT NULL,
  -- The higher, the nearer.
  score      real NOT NULL,
  CONSTRAINT post_related_pkey PRIMARY KEY (post_id, related_id),
  CONSTRAINT post_related_not_itself CHECK (post_id <> related_id)
);
-- A page also shows the posts that found it: so older posts get newer neighbours, and nothing has to be written for it.
CREATE INDEX IF NOT EXISTS post_related_to ON post_related (related_id, score DESC, post_id DESC);
-- UPDATE is the right to lock a row.
GRANT SELECT, INSERT, UPDATE, DELETE ON post_related TO lamplight_app;

-- The newest posts in a language.
DROP INDEX CONCURRENTLY IF EXISTS post_newest_in_language;
CREATE INDEX CONCURRENTLY post_newest_in_language ON post (lang, published_at DESC, id DESC)
  WHERE status = 'approved' AND deleted_at IS NULL AND lang IS NOT NULL;

-- The hottest posts in a language. The worker writes the language with the score: every score is computed anew each day.
SET lock_timeout = '2s';
ALTER TABLE post_hot_score ADD COLUMN IF NOT EXISTS lang text;
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS post_hot_score_in_language;
CREATE INDEX CONCURRENTLY post_hot_score_in_language ON post_hot_score (lang, score DESC, post_id DESC)
  WHERE lang IS NOT NULL;
