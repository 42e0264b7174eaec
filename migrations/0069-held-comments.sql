-- A held comment is hidden until the staff decides: from everybody but its author. It is deleted like a removed one, so
-- whatever leaves out deleted comments (lists, counters, notifications, pictures, caches) leaves it out, and this row
-- says that it can come back. `comment.deleted_by` is its author, because nobody removed it yet.
CREATE TABLE comment_hold (
  comment_id bigint PRIMARY KEY REFERENCES comment (id),
  post_id    bigint NOT NULL,
  author_uid bigint NOT NULL REFERENCES users (uid),
  cause      text COLLATE "C" NOT NULL,
  held_at    timestamptz NOT NULL,
  CONSTRAINT comment_hold_cause CHECK (cause IN ('reports', 'rule'))
);
-- The author's own on a post, and the queue of the staff.
CREATE INDEX comment_hold_of_author ON comment_hold (author_uid, post_id);
CREATE INDEX comment_hold_oldest ON comment_hold (held_at, comment_id);
GRANT SELECT, INSERT, DELETE ON comment_hold TO lamplight_app;
