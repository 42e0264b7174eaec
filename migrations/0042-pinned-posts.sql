-- outside a transaction
-- D69: the post that an author's space begins with. A column of the post, not a reference from the author: it cannot name
-- another author's post. The statements of this file run without a lock timeout; the one that needs a lock sets it.
SET lock_timeout = '2s';
ALTER TABLE post ADD COLUMN IF NOT EXISTS pinned boolean NOT NULL DEFAULT false;
SET lock_timeout = 0;
-- At most one per author.
DROP INDEX CONCURRENTLY IF EXISTS post_pinned_of_author;
CREATE UNIQUE INDEX CONCURRENTLY post_pinned_of_author ON post (author_uid) WHERE pinned;
