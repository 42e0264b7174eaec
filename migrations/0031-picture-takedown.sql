-- D55: a picture is served while something that is visible shows it. `removed_at` is set when the staff took it
-- down, or when the last thing that showed it was deleted for good: nobody is served it, nothing can show it again,
-- and the sweep takes the file.
ALTER TABLE upload ADD COLUMN removed_at timestamptz;

-- A post holds the pictures of all its versions, so that an older version is whole. Readers are served only those of
-- the text they can read: not those of an edit that waits for review, nor those an edit took out.
ALTER TABLE upload_use ADD COLUMN live boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN upload_use.live IS 'whether the current text of the holder shows it; set by triggers';
GRANT UPDATE (live) ON upload_use TO lamplight_app;

CREATE FUNCTION shows_picture(body text, cover_key text, picture_key text) RETURNS boolean
LANGUAGE sql IMMUTABLE RETURN cover_key IS NOT DISTINCT FROM picture_key OR strpos(body, picture_key) > 0;

UPDATE upload_use SET live = false
  FROM upload, post
 WHERE upload.id = upload_use.upload_id AND upload_use.holder_kind = 'post' AND post.id = upload_use.holder_id
   AND NOT shows_picture(post.body, post.cover_key, upload.key);

-- By triggers, so that no way to change a post's text can forget it.
CREATE FUNCTION set_live_of_new_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT shows_picture(post.body, post.cover_key, upload.key) INTO NEW.live
    FROM post, upload WHERE post.id = NEW.holder_id AND upload.id = NEW.upload_id;
  RETURN NEW;
END $$;

CREATE TRIGGER upload_use_live
  BEFORE INSERT ON upload_use
  FOR EACH ROW WHEN (NEW.holder_kind = 'post')
  EXECUTE FUNCTION set_live_of_new_use();

CREATE FUNCTION set_live_of_changed_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upload_use SET live = NOT live
    FROM upload
   WHERE upload_use.holder_kind = 'post' AND upload_use.holder_id = NEW.id AND upload.id = upload_use.upload_id
     AND upload_use.live <> shows_picture(NEW.body, NEW.cover_key, upload.key);
  RETURN NULL;
END $$;

CREATE TRIGGER post_live_pictures
  AFTER UPDATE OF body, cover_key ON post
  FOR EACH ROW WHEN (OLD.body IS DISTINCT FROM NEW.body OR OLD.cover_key IS DISTINCT FROM NEW.cover_key)
  EXECUTE FUNCTION set_live_of_changed_post();

-- D24, D59: a deleted post is emptied after a while, and its pictures are let go.
ALTER TABLE post ADD COLUMN purged_at timestamptz;
UPDATE post SET purged_at = deleted_at
 WHERE deleted_at IS NOT NULL AND title = '-' AND summary = '' AND body = '' AND rendered IS NULL AND cover_key IS NULL;
ALTER TABLE post ADD CONSTRAINT post_empty_once_purged CHECK (
  purged_at IS NULL
  OR (deleted_at IS NOT NULL AND title = '-' AND summary = '' AND body = '' AND rendered IS NULL AND cover_key IS NULL)
);
CREATE INDEX post_to_purge ON post (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
