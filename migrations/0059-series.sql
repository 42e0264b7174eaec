-- Series: an author's ordered list of own posts. The author of a post in it is the author of the series, by foreign keys.
CREATE TABLE series (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_uid      bigint NOT NULL REFERENCES users (uid),
  -- Empty after the staff removed the text, until the author writes another.
  title           text NOT NULL,
  description     text NOT NULL DEFAULT '',
  lang            text,
  text_removed_at timestamptz,
  -- Changes with the text, the posts and their order.
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  CONSTRAINT series_and_author UNIQUE (id, author_uid),
  CONSTRAINT series_title_length
    CHECK (length(title) <= 60 AND (length(title) >= 1 OR text_removed_at IS NOT NULL)),
  CONSTRAINT series_description_length CHECK (length(description) <= 500)
);
CREATE INDEX series_of_author ON series (author_uid, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON series TO lamplight_app;

-- A post is in one series at most. Positions are 1, 2, 3, … without a gap: the last one is the number of posts, so the
-- check bounds it. Deferrable: a statement that rewrites the order is checked when it ends, not row by row.
CREATE TABLE series_post (
  post_id    bigint PRIMARY KEY,
  series_id  bigint NOT NULL,
  author_uid bigint NOT NULL,
  position   integer NOT NULL,
  CONSTRAINT series_post_of_series FOREIGN KEY (series_id, author_uid) REFERENCES series (id, author_uid),
  CONSTRAINT series_post_of_author FOREIGN KEY (post_id, author_uid) REFERENCES post (id, author_uid),
  CONSTRAINT series_post_order UNIQUE (series_id, position) DEFERRABLE,
  CONSTRAINT series_post_limit CHECK (position BETWEEN 1 AND 200)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON series_post TO lamplight_app;

-- D55: a text that is replaced, removed by the staff or deleted is dropped from every cached page that shows it.
CREATE TRIGGER series_notify_hidden
  AFTER UPDATE OF title, description ON series
  FOR EACH ROW
  WHEN ((NEW.title, NEW.description) IS DISTINCT FROM (OLD.title, OLD.description))
  EXECUTE FUNCTION notify_hidden('series', 'id');
CREATE TRIGGER series_notify_deleted
  AFTER DELETE ON series
  FOR EACH ROW
  EXECUTE FUNCTION notify_hidden('series', 'id');

-- D15: also the reasons about series of a purged author, which no longer exist.
CREATE OR REPLACE FUNCTION forget_reasons(kind text, ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_action SET reason = ''
   WHERE subject_kind = kind AND subject_id = ANY (ids) AND reason <> ''
     AND CASE kind
           WHEN 'post' THEN EXISTS (SELECT FROM post WHERE id = subject_id AND title = '-' AND body = '')
           WHEN 'comment' THEN EXISTS (SELECT FROM comment WHERE id = subject_id AND body = '')
           WHEN 'series' THEN NOT EXISTS (SELECT FROM series WHERE id = subject_id)
           ELSE false
         END
$$;
