-- oldest program: 0.1.0
-- A comment and everything under it are keyed by their post, so that a statement about them reads one machine of a cluster
-- (docs/scale.md). In one transaction: no program runs between the old keys and the new ones.

-- Whatever refers to a comment lets go of the old key.
ALTER TABLE comment_mention DROP CONSTRAINT comment_mention_pkey, DROP CONSTRAINT comment_mention_comment_id_fkey;
ALTER TABLE comment_like DROP CONSTRAINT comment_like_pkey, DROP CONSTRAINT comment_like_comment_id_fkey;
ALTER TABLE comment_count DROP CONSTRAINT comment_count_pkey, DROP CONSTRAINT comment_count_comment_id_fkey;
ALTER TABLE comment_day DROP CONSTRAINT comment_day_pkey, DROP CONSTRAINT comment_day_comment_id_fkey;
ALTER TABLE comment_revision DROP CONSTRAINT comment_revision_pkey, DROP CONSTRAINT comment_revision_comment_id_fkey;
ALTER TABLE comment_hold DROP CONSTRAINT comment_hold_pkey, DROP CONSTRAINT comment_hold_comment_id_fkey;
ALTER TABLE hidden_reply DROP CONSTRAINT hidden_reply_pkey;
ALTER TABLE comment
  DROP CONSTRAINT comment_root_id_fkey, DROP CONSTRAINT comment_reply_to_id_fkey, DROP CONSTRAINT comment_pkey;
DROP INDEX comment_of_post;
DROP INDEX hidden_reply_of_root;

-- The staff, and an address without the post, find a comment by its number alone.
CREATE INDEX comment_by_id ON comment (id);
ALTER TABLE comment
  ADD CONSTRAINT comment_pkey PRIMARY KEY (post_id, id),
  -- What a page shows of the image, so that reading comments does not read `upload`, which is a member's. The id is null
  -- while the image is removed.
  ADD COLUMN image_id bigint,
  ADD COLUMN image_width integer,
  ADD COLUMN image_height integer;
ALTER TABLE comment
  ADD CONSTRAINT comment_root FOREIGN KEY (post_id, root_id) REFERENCES comment (post_id, id),
  ADD CONSTRAINT comment_reply_to FOREIGN KEY (post_id, reply_to_id) REFERENCES comment (post_id, id);
UPDATE comment
   SET image_id = CASE WHEN upload.removed_at IS NULL THEN upload.id END,
       image_width = upload.width, image_height = upload.height
  FROM upload WHERE upload.key = comment.image_key;

ALTER TABLE comment_mention ADD COLUMN post_id bigint;
UPDATE comment_mention SET post_id = comment.post_id FROM comment WHERE comment.id = comment_id;
ALTER TABLE comment_mention
  ALTER COLUMN post_id SET NOT NULL,
  ADD CONSTRAINT comment_mention_pkey PRIMARY KEY (post_id, comment_id, uid),
  ADD CONSTRAINT comment_mention_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);

ALTER TABLE comment_like ADD COLUMN post_id bigint;
UPDATE comment_like SET post_id = comment.post_id FROM comment WHERE comment.id = comment_id;
ALTER TABLE comment_like
  ALTER COLUMN post_id SET NOT NULL,
  ADD CONSTRAINT comment_like_pkey PRIMARY KEY (post_id, comment_id, uid),
  ADD CONSTRAINT comment_like_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);

ALTER TABLE comment_day ADD COLUMN post_id bigint;
UPDATE comment_day SET post_id = comment.post_id FROM comment WHERE comment.id = comment_id;
ALTER TABLE comment_day
  ALTER COLUMN post_id SET NOT NULL,
  ADD CONSTRAINT comment_day_pkey PRIMARY KEY (post_id, comment_id, day),
  ADD CONSTRAINT comment_day_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);

ALTER TABLE comment_revision ADD COLUMN post_id bigint;
UPDATE comment_revision SET post_id = comment.post_id FROM comment WHERE comment.id = comment_id;
ALTER TABLE comment_revision
  ALTER COLUMN post_id SET NOT NULL,
  ADD CONSTRAINT comment_revision_pkey PRIMARY KEY (post_id, comment_id, version),
  ADD CONSTRAINT comment_revision_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);

ALTER TABLE hidden_reply ADD COLUMN post_id bigint;
UPDATE hidden_reply SET post_id = comment.post_id FROM comment WHERE comment.id = hidden_reply.root_id;
ALTER TABLE hidden_reply
  ALTER COLUMN post_id SET NOT NULL,
  ADD CONSTRAINT hidden_reply_pkey PRIMARY KEY (post_id, root_id, uid);
CREATE INDEX hidden_reply_of_user ON hidden_reply (uid);

ALTER TABLE comment_count
  ADD CONSTRAINT comment_count_pkey PRIMARY KEY (post_id, comment_id),
  ADD CONSTRAINT comment_count_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);
ALTER TABLE comment_hold
  ADD CONSTRAINT comment_hold_pkey PRIMARY KEY (post_id, comment_id),
  ADD CONSTRAINT comment_hold_comment FOREIGN KEY (post_id, comment_id) REFERENCES comment (post_id, id);

CREATE OR REPLACE FUNCTION count_root_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO comment_count (comment_id, post_id, replies, listed)
  VALUES (NEW.id, NEW.post_id, NEW.reply_count, NEW.deleted_at IS NULL)
  ON CONFLICT (post_id, comment_id) DO UPDATE SET replies = EXCLUDED.replies, listed = EXCLUDED.listed;
  RETURN NULL;
END $$;
