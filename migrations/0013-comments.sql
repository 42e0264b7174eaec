CREATE TABLE comment (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id      bigint NOT NULL REFERENCES post (id),
  author_uid   bigint NOT NULL REFERENCES users (uid),
  -- D27: a reply hangs under a root, and says whom it answers.
  root_id      bigint REFERENCES comment (id),
  reply_to_id  bigint REFERENCES comment (id),
  body         text NOT NULL,
  image_key    text COLLATE "C",
  -- Replies that stand, kept on the root under its lock.
  reply_count  integer NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL,
  day          date NOT NULL,
  -- A deleted root hides its replies, which stay as they are.
  deleted_at   timestamptz,
  deleted_by   bigint REFERENCES users (uid),
  CONSTRAINT comment_body_length CHECK (length(body) <= 1000 AND (length(body) >= 1 OR deleted_at IS NOT NULL)),
  CONSTRAINT comment_reply_has_both CHECK ((root_id IS NULL) = (reply_to_id IS NULL)),
  CONSTRAINT comment_replies_counted CHECK (reply_count >= 0 AND (root_id IS NULL OR reply_count = 0)),
  CONSTRAINT comment_deletion_has_both CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);
CREATE INDEX comment_roots ON comment (post_id, id DESC) WHERE root_id IS NULL AND deleted_at IS NULL;
CREATE INDEX comment_replies ON comment (root_id, id) WHERE root_id IS NOT NULL AND deleted_at IS NULL;
-- All of a post's comments, deleted ones too: what proving and repairing its counters reads.
CREATE INDEX comment_of_post ON comment (post_id, id);
CREATE INDEX comment_of_author ON comment (author_uid, id);
COMMENT ON COLUMN comment.body IS 'what was said; emptied when its author is purged';
GRANT SELECT, INSERT, UPDATE ON comment TO lamplight_app;

-- D28: bound to the uid, so that renames do not break them. `label` is how the text says it.
CREATE TABLE comment_mention (
  comment_id bigint NOT NULL REFERENCES comment (id),
  uid        bigint NOT NULL REFERENCES users (uid),
  label      text NOT NULL,
  PRIMARY KEY (comment_id, uid)
);
CREATE INDEX comment_mention_of_user ON comment_mention (uid, comment_id);
COMMENT ON COLUMN comment_mention.label IS 'personal: the name as it was written';
GRANT SELECT, INSERT, DELETE ON comment_mention TO lamplight_app;

-- SPEC §2: who caused a notice, and the post it is about. One index per kind and reader (D44).
ALTER TABLE notification
  ADD COLUMN actor_uid bigint REFERENCES users (uid),
  ADD COLUMN related_id bigint;
CREATE INDEX notification_by_kind ON notification (uid, kind, id DESC);
CREATE INDEX notification_of_actor ON notification (actor_uid) WHERE actor_uid IS NOT NULL;
