-- What the versions of an author's posts take up, so that a save can tell in one row whether there is room for it. Who
-- changes it holds the row until the end of the transaction: saves of one author take turns, and none overruns the quota.
CREATE TABLE author_text (
  uid   bigint PRIMARY KEY REFERENCES users (uid),
  bytes bigint NOT NULL,
  CONSTRAINT author_text_not_negative CHECK (bytes >= 0)
);
GRANT SELECT, INSERT, UPDATE ON author_text TO lamplight_app;

-- The same sum as `REVISION_BYTES` in src/posts/store/revisions.ts.
INSERT INTO author_text (uid, bytes)
SELECT post.author_uid, sum(256 + octet_length(kept.title) + octet_length(kept.summary) + octet_length(kept.body))
  FROM post_revision AS kept JOIN post ON post.id = kept.post_id
 GROUP BY post.author_uid;

-- D57: posts whose history is to be thinned, and when to look next. A post that nobody edits any more has no row.
CREATE TABLE revision_thinning (
  post_id bigint PRIMARY KEY REFERENCES post (id),
  due_at  timestamptz NOT NULL
);
CREATE INDEX revision_thinning_due ON revision_thinning (due_at, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON revision_thinning TO lamplight_app;

INSERT INTO revision_thinning (post_id, due_at) SELECT id, now() FROM post WHERE version > 1;
