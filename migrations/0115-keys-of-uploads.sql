-- The same for uploads and what shows them. A key of a file starts with its member from now on; older ones are looked up
-- by the key alone.
-- oldest program: 0.1.0
-- The sweep of unused uploads frees the slots of a post itself.
ALTER TABLE foreign_picture DROP CONSTRAINT foreign_picture_upload_id_fkey;
ALTER TABLE upload_use DROP CONSTRAINT upload_use_upload_id_fkey;
ALTER TABLE upload DROP CONSTRAINT upload_pkey;
ALTER TABLE upload ADD PRIMARY KEY (uid, id);
DROP INDEX upload_of_user;
CREATE INDEX upload_id ON upload (id);
ALTER TABLE upload DROP CONSTRAINT upload_key_once;
ALTER TABLE upload ADD CONSTRAINT upload_key_once UNIQUE (key, uid);

ALTER TABLE upload_use ADD COLUMN uid bigint;
UPDATE upload_use SET uid = upload.uid FROM upload WHERE upload.id = upload_use.upload_id;
ALTER TABLE upload_use ALTER COLUMN uid SET NOT NULL;
COMMENT ON COLUMN upload_use.uid IS 'who uploaded it, and wrote what shows it';
ALTER TABLE upload_use DROP CONSTRAINT upload_use_pkey;
ALTER TABLE upload_use ADD PRIMARY KEY (uid, upload_id, holder_kind, holder_id);
ALTER TABLE upload_use
  ADD CONSTRAINT upload_use_of_upload FOREIGN KEY (uid, upload_id) REFERENCES upload (uid, id);

CREATE OR REPLACE FUNCTION set_live_of_new_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT shows_picture(post.body, post.cover_key, upload.key) INTO NEW.live
    FROM post, upload WHERE post.id = NEW.holder_id AND upload.uid = NEW.uid AND upload.id = NEW.upload_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION set_live_of_changed_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upload_use SET live = NOT live
    FROM upload
   WHERE upload_use.holder_kind = 'post' AND upload_use.holder_id = NEW.id
     AND upload.uid = upload_use.uid AND upload.id = upload_use.upload_id
     AND upload_use.live <> shows_picture(NEW.body, NEW.cover_key, upload.key);
  RETURN NULL;
END $$;
