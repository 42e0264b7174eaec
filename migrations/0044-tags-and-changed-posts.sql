-- D60: tags. What the author chose is part of a version of the post, in the author's order. A constant default needs no
-- rewrite of the table.
ALTER TABLE post
  ADD COLUMN tag_ids bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT post_tags_few CHECK (cardinality(tag_ids) <= 5) NOT VALID;
ALTER TABLE post_revision
  ADD COLUMN tag_ids bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT post_revision_tags_few CHECK (cardinality(tag_ids) <= 5) NOT VALID;

CREATE TABLE tag (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name in lower case: the key, and the last part of its address.
  slug        text COLLATE "C" NOT NULL,
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  blocked     boolean NOT NULL DEFAULT false,
  -- Staff merged this tag into `merged_via`. Where that one was merged too, `merged_into` is the end of the chain, which
  -- is not merged itself: every read needs only this one step, and undoing a merge in the middle still knows the rest.
  merged_into bigint REFERENCES tag (id),
  merged_via  bigint REFERENCES tag (id),
  -- Public posts and followers: always equal to the rows.
  posts       bigint NOT NULL DEFAULT 0,
  followers   bigint NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  CONSTRAINT tag_slug_unique UNIQUE (slug),
  CONSTRAINT tag_name_length CHECK (length(name) BETWEEN 1 AND 20),
  CONSTRAINT tag_description_length CHECK (length(description) <= 300),
  CONSTRAINT tag_not_merged_into_itself CHECK (merged_into <> id AND merged_via <> id),
  CONSTRAINT tag_merged_both CHECK ((merged_into IS NULL) = (merged_via IS NULL)),
  CONSTRAINT tag_counts_not_negative CHECK (posts >= 0 AND followers >= 0)
) WITH (fillfactor = 70);
CREATE INDEX tag_most_used ON tag (posts DESC, id DESC) WHERE posts > 0 AND NOT blocked AND merged_into IS NULL;
CREATE INDEX tag_merged ON tag (merged_into) WHERE merged_into IS NOT NULL;
-- Suggestions: very many slugs may begin with one or two characters, so those are read in the order of use.
CREATE INDEX tag_most_used_by_letter ON tag (left(slug, 1), posts DESC, id DESC)
  WHERE posts > 0 AND NOT blocked AND merged_into IS NULL;
CREATE INDEX tag_most_used_by_letters ON tag (left(slug, 2), posts DESC, id DESC)
  WHERE posts > 0 AND NOT blocked AND merged_into IS NULL;
GRANT SELECT, INSERT, UPDATE ON tag TO lamplight_app;

-- The list for staff. A tag that was never public is of drafts only, which no list shows (D51).
CREATE INDEX tag_managed ON tag (id DESC)
  WHERE posts > 0 OR blocked OR merged_into IS NOT NULL OR description <> '';
CREATE INDEX tag_managed_by_slug ON tag (slug)
  WHERE posts > 0 OR blocked OR merged_into IS NOT NULL OR description <> '';

-- One row. Its number changes with the names of tags, so a cached page can tell by it whether its tags are current.
CREATE TABLE tag_edition (number bigint NOT NULL);
INSERT INTO tag_edition VALUES (1);
GRANT SELECT, UPDATE ON tag_edition TO lamplight_app;

-- D55: what staff change on a tag is dropped from every cached page that shows it. Not the counters, which move often.
CREATE FUNCTION notify_tag_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tag_edition SET number = number + 1;
  PERFORM pg_notify('lamplight_hidden', 'tag:' || id) FROM tag WHERE id = NEW.id OR merged_into = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tag_notify_changed
  AFTER UPDATE OF slug, name, description, blocked, merged_into ON tag FOR EACH ROW
  WHEN ((NEW.slug, NEW.name, NEW.description, NEW.blocked, NEW.merged_into)
        IS DISTINCT FROM (OLD.slug, OLD.name, OLD.description, OLD.blocked, OLD.merged_into))
  EXECUTE FUNCTION notify_tag_changed();

-- The public posts of a tag, merged tags resolved: derived, never trusted for visibility. A blocked tag keeps its rows,
-- so blocking and unblocking are one write; every read asks whether the tag is blocked.
CREATE TABLE post_tag (
  tag_id       bigint NOT NULL REFERENCES tag (id),
  post_id      bigint NOT NULL REFERENCES post (id),
  author_uid   bigint NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, tag_id)
);
CREATE INDEX post_tag_newest ON post_tag (tag_id, published_at DESC, post_id DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_tag TO lamplight_app;

CREATE TABLE tag_follow (
  uid        bigint NOT NULL REFERENCES users (uid),
  tag_id     bigint NOT NULL REFERENCES tag (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, tag_id)
);
CREATE INDEX tag_follow_of_tag ON tag_follow (tag_id);
GRANT SELECT, INSERT, DELETE ON tag_follow TO lamplight_app;

-- A tag that was renamed, merged or blocked: its posts are derived again, a few at a time, from the newest on. A worker
-- copies them to `post_change` while that is nearly empty, so that new posts do not wait behind a tag with a million.
CREATE TABLE tag_recheck (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose rows of `post_tag` are read.
  tag_id       bigint NOT NULL REFERENCES tag (id),
  -- Only posts with one of these, where given: after a merge is undone.
  chosen       bigint[],
  published_at timestamptz NOT NULL DEFAULT 'infinity',
  post_id      bigint NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE, DELETE ON tag_recheck TO lamplight_app;

-- Posts whose public appearance changed: a worker brings what is derived from them up to date, and deletes the rows.
-- Only appended to, so that a save never waits for the worker. Drafts leave no row.
CREATE TABLE post_change (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id bigint NOT NULL
);
-- UPDATE is the right to lock a row.
GRANT SELECT, INSERT, UPDATE, DELETE ON post_change TO lamplight_app;

CREATE FUNCTION record_post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_change (post_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER post_published_change
  AFTER INSERT ON post FOR EACH ROW
  WHEN (NEW.status = 'approved')
  EXECUTE FUNCTION record_post_change();
CREATE TRIGGER post_public_change
  AFTER UPDATE OF status, deleted_at, live_version, tag_ids, lang, published_at ON post FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
        AND (NEW.status, NEW.deleted_at, NEW.live_version, NEW.tag_ids, NEW.lang, NEW.published_at)
            IS DISTINCT FROM (OLD.status, OLD.deleted_at, OLD.live_version, OLD.tag_ids, OLD.lang, OLD.published_at))
  EXECUTE FUNCTION record_post_change();

-- A deleted account hides its posts; a restored one shows them again.
CREATE FUNCTION record_author_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_change (post_id)
  SELECT id FROM post WHERE author_uid = NEW.uid AND status = 'approved' AND deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_posts_change
  AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION record_author_change();
