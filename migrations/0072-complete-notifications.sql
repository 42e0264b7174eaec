-- outside a transaction
-- Switches of the new kinds: energy received, new posts of followed authors, new posts with followed tags.
SET lock_timeout = '2s';
ALTER TABLE notify_pref
  ADD COLUMN IF NOT EXISTS energy boolean NOT NULL DEFAULT true,
  ADD COLUMN IF NOT EXISTS author_posts boolean NOT NULL DEFAULT true,
  ADD COLUMN IF NOT EXISTS tag_posts boolean NOT NULL DEFAULT true;
SET lock_timeout = 0;

-- D45, D69: what is collected by day is written when its reader looks, perhaps days later. So the list is in the order of
-- the times that its notifications are about, not of the ids.
DROP INDEX CONCURRENTLY IF EXISTS notification_newest;
CREATE INDEX CONCURRENTLY notification_newest ON notification (uid, kind, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS notification_by_kind;
