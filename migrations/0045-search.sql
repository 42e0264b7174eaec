-- How long a change has waited. A default that is the same for all rows needs no rewrite of the table.
ALTER TABLE post_change ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

-- D61: one row for each public post, derived from it by a worker, never trusted for visibility.
CREATE TABLE post_search (
  post_id      bigint PRIMARY KEY REFERENCES post (id),
  published_at timestamptz NOT NULL,
  -- The `live_version` of the post, and how its tokens were made.
  version      integer NOT NULL,
  tokens       smallint NOT NULL,
  -- The text without markup, for excerpts.
  text         text NOT NULL,
  tsv          tsvector NOT NULL
);
-- Without a list of pending entries: emptying it would take seconds, in the middle of somebody's search.
CREATE INDEX post_search_lexemes ON post_search USING gin (tsv) WITH (fastupdate = off);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_search TO lamplight_app;
COMMENT ON COLUMN post_search.text IS 'of a member: what the author wrote, while it is public';
COMMENT ON COLUMN post_search.tsv IS 'of a member: the words of what the author wrote, while it is public';

-- The newest matches before a place, newest first, at least `wanted_rows` of them unless there are fewer. Every post has
-- lexemes that name when it was published: `#b` and the seconds / 2^14 (4½ hours), `#c` and / 2^17, … `#f` and / 2^26 (2
-- years). GIN skips through the posts of a common word when another lexeme is rarer, so the walk begins with the newest
-- short time and takes longer and longer ones: a common word fills the page from the first, a rare one is cheap in all.
-- A last row without `matches` is the place to continue from; it is missing after the oldest post.
-- The settings: the planner would read the whole table for a common word, and no word may return millions of rows.
-- `phrase` is checked on the matches only, because it reads their vectors.
CREATE FUNCTION search_posts(
  wanted tsquery, phrase tsquery, since timestamptz, place timestamptz, place_id bigint, wanted_rows integer, milliseconds integer
) RETURNS TABLE (post_id bigint, published_at timestamptz, matches boolean)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET gin_fuzzy_search_limit = 50000 AS $$
#variable_conflict use_column
DECLARE
  deadline timestamptz := clock_timestamp() + make_interval(secs => milliseconds / 1000.0);
  names    text[] := '{b,c,d,e,f}';
  sizes    integer[] := '{14,17,20,23,26}';
  level    integer := 1;
  second   bigint;
  start    timestamptz;
  bounded  tsquery;
  hit      record;
  read     integer;
  found    integer := 0;
BEGIN
  LOOP
    second := CASE WHEN place_id > 0 THEN floor(extract(epoch FROM place)) ELSE ceil(extract(epoch FROM place)) - 1 END;
    IF level <= cardinality(sizes) THEN
      start := greatest(since, to_timestamp(((second >> sizes[level]) << sizes[level])::double precision));
      bounded := wanted && format('%L', '#' || names[level] || (second >> sizes[level]))::tsquery;
    ELSE
      start := since;
      bounded := wanted;
    END IF;
    read := 0;
    FOR hit IN
      SELECT s.post_id, s.published_at, CASE WHEN phrase IS NULL THEN true ELSE s.tsv @@ phrase END AS matches
        FROM (
          SELECT p.post_id, p.published_at, p.tsv FROM post_search p
           WHERE p.tsv @@ bounded AND p.published_at >= start AND (p.published_at, p.post_id) < (place, place_id)
           ORDER BY p.published_at DESC, p.post_id DESC LIMIT wanted_rows
        ) s
    LOOP
      read := read + 1;
      IF hit.matches THEN
        found := found + 1;
        RETURN QUERY SELECT hit.post_id, hit.published_at, true;
      END IF;
    END LOOP;
    IF read = wanted_rows THEN
      place := hit.published_at;
      place_id := hit.post_id;
    ELSIF start <= since THEN
      RETURN;
    ELSE
      place := start;
      place_id := 0;
      level := level + 1;
    END IF;
    IF found >= wanted_rows OR clock_timestamp() > deadline THEN
      RETURN QUERY SELECT place_id, place, NULL::boolean;
      RETURN;
    END IF;
  END LOOP;
END $$;

-- Names of people and tags with what they say of themselves; `weight` orders them, more followers or posts first.
CREATE TABLE search_name (
  kind   text NOT NULL,
  ref_id bigint NOT NULL,
  weight smallint NOT NULL,
  tsv    tsvector NOT NULL,
  PRIMARY KEY (kind, ref_id),
  CONSTRAINT search_name_kind CHECK (kind IN ('person', 'tag'))
);
CREATE INDEX search_name_lexemes ON search_name USING gin (tsv) WITH (fastupdate = off);
GRANT SELECT, INSERT, UPDATE, DELETE ON search_name TO lamplight_app;
COMMENT ON COLUMN search_name.tsv IS 'of a member: the words of a username and signature';

-- How a name can begin as it is typed: itself, its pinyin and the initials of that.
CREATE TABLE search_key (
  kind   text NOT NULL,
  ref_id bigint NOT NULL,
  key    text COLLATE "C" NOT NULL,
  weight smallint NOT NULL,
  PRIMARY KEY (kind, ref_id, key),
  CONSTRAINT search_key_length CHECK (length(key) BETWEEN 1 AND 64)
);
-- One and two characters begin too many names to read them all.
CREATE INDEX search_key_one ON search_key (kind, left(key, 1) COLLATE "C", weight DESC, ref_id);
CREATE INDEX search_key_two ON search_key (kind, left(key, 2) COLLATE "C", weight DESC, ref_id);
CREATE INDEX search_key_whole ON search_key (kind, key);
GRANT SELECT, INSERT, UPDATE, DELETE ON search_key TO lamplight_app;
COMMENT ON COLUMN search_key.key IS 'of a member: a folded username';

CREATE FUNCTION search_names(sort text, wanted tsquery, count integer) RETURNS TABLE (ref_id bigint, weight smallint)
LANGUAGE sql STABLE SET enable_seqscan = off SET gin_fuzzy_search_limit = 5000 AS $$
  WITH hit AS MATERIALIZED (
    SELECT search_name.ref_id, search_name.weight, search_name.kind FROM search_name WHERE tsv @@ wanted
  )
  SELECT hit.ref_id, hit.weight FROM hit WHERE hit.kind = sort ORDER BY hit.weight DESC, hit.ref_id LIMIT count
$$;

-- Names to derive the rows from again, like `post_change`.
CREATE TABLE search_name_change (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind   text NOT NULL,
  ref_id bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON search_name_change TO lamplight_app;

CREATE FUNCTION record_name_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tag' THEN
    INSERT INTO search_name_change (kind, ref_id) VALUES ('tag', NEW.id);
  ELSE
    INSERT INTO search_name_change (kind, ref_id) VALUES ('person', NEW.uid);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_named AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.username IS NOT NULL) EXECUTE FUNCTION record_name_change();
CREATE TRIGGER users_name_change AFTER UPDATE OF username, signature, status, deleted_at ON users FOR EACH ROW
  WHEN ((NEW.username, NEW.signature, NEW.status, NEW.deleted_at)
        IS DISTINCT FROM (OLD.username, OLD.signature, OLD.status, OLD.deleted_at))
  EXECUTE FUNCTION record_name_change();
CREATE TRIGGER tag_named AFTER INSERT ON tag FOR EACH ROW EXECUTE FUNCTION record_name_change();
CREATE TRIGGER tag_name_change AFTER UPDATE OF name, description, blocked, merged_into ON tag FOR EACH ROW
  WHEN ((NEW.name, NEW.description, NEW.blocked, NEW.merged_into)
        IS DISTINCT FROM (OLD.name, OLD.description, OLD.blocked, OLD.merged_into))
  EXECUTE FUNCTION record_name_change();

-- Latin words of titles, and tags: what a misspelt word may have meant.
CREATE TABLE search_word (
  word text COLLATE "C" PRIMARY KEY,
  CONSTRAINT search_word_length CHECK (length(word) BETWEEN 4 AND 40)
);
GRANT SELECT, INSERT, DELETE ON search_word TO lamplight_app;
COMMENT ON COLUMN search_word.word IS 'a single word of a title or tag; not linked to who wrote it';

-- Part of PostgreSQL, but an owner of the database without the right to create it can do without: then there are no
-- corrections of misspelt words.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE INDEX search_word_alike ON search_word USING gin (word gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: misspelt words are not corrected';
END $$;

-- A worker walks the posts, people and tags from before this migration in order of their ids, and deletes the row at the
-- end; `lamplight search reindex` inserts them again.
CREATE TABLE search_backfill (
  kind     text PRIMARY KEY,
  after_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT search_backfill_kind CHECK (kind IN ('post', 'person', 'tag'))
);
INSERT INTO search_backfill (kind) VALUES ('tag'), ('person'), ('post');
GRANT SELECT, INSERT, UPDATE, DELETE ON search_backfill TO lamplight_app;
