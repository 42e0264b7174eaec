-- SPEC §2: the four switches. A member without a row has all of them on.
CREATE TABLE notify_pref (
  uid     bigint PRIMARY KEY REFERENCES users (uid),
  comment boolean NOT NULL DEFAULT true,
  reply   boolean NOT NULL DEFAULT true,
  likes   boolean NOT NULL DEFAULT true,
  follow  boolean NOT NULL DEFAULT true
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notify_pref TO lamplight_app;

-- Unread ones are few and asked for on every page; this index holds only them.
CREATE INDEX notification_unread ON notification (uid, kind, id DESC) WHERE read_at IS NULL;
-- Who liked a post on one day, newest first: the names of an aggregated notice (D45).
CREATE INDEX post_reaction_likers ON post_reaction (post_id, day, changed_at DESC) WHERE kind = 'like';
-- What the sweep looks for.
CREATE INDEX notification_to_sweep ON notification (created_at) WHERE read_at IS NOT NULL;
