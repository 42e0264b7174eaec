-- D62: reads. A visitor is a keyed hash that is different for every post and every day; no address is stored anywhere.

-- One half of the key of a day; the other is SECRET_KEY. Deleted after the day: from then on nobody can compute its hashes.
CREATE TABLE read_salt (
  day  date PRIMARY KEY,
  salt bytea NOT NULL,
  CONSTRAINT read_salt_length CHECK (octet_length(salt) = 32)
);
GRANT SELECT, INSERT, DELETE ON read_salt TO lamplight_app;

-- The visitors of one day, so that each is counted once a post. Even and odd days (since 1970-01-01) alternate: the table
-- of yesterday is truncated as a whole. Unlogged: neither the WAL nor a backup or a replica contains a hash. After a
-- crash of PostgreSQL the tables are empty, and who returns on that day is counted again.
CREATE UNLOGGED TABLE post_read_even (
  post_id bigint NOT NULL,
  visitor bigint NOT NULL,
  PRIMARY KEY (post_id, visitor)
);
CREATE UNLOGGED TABLE post_read_odd (
  post_id bigint NOT NULL,
  visitor bigint NOT NULL,
  PRIMARY KEY (post_id, visitor)
);
GRANT SELECT, INSERT ON post_read_even, post_read_odd TO lamplight_app;

-- The figures. Not columns of post_count and post_day: the page cache compares row versions of the former, and statements
-- over an author's days read the latter, which has rows only for posts that received something.
CREATE TABLE post_read_day (
  post_id bigint NOT NULL REFERENCES post (id),
  day     date NOT NULL,
  reads   integer NOT NULL,
  PRIMARY KEY (post_id, day),
  CONSTRAINT post_read_day_positive CHECK (reads > 0)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON post_read_day TO lamplight_app;

-- Equal to the days of the post.
CREATE TABLE post_read_count (
  post_id bigint PRIMARY KEY REFERENCES post (id),
  reads   bigint NOT NULL,
  CONSTRAINT post_read_count_positive CHECK (reads >= 0)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON post_read_count TO lamplight_app;

-- Equal to the days of the author's posts: a trend of ten thousand posts reads one row a day.
CREATE TABLE author_read_day (
  author_uid bigint NOT NULL,
  day        date NOT NULL,
  reads      integer NOT NULL,
  PRIMARY KEY (author_uid, day),
  CONSTRAINT author_read_day_positive CHECK (reads >= 0)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON author_read_day TO lamplight_app;

-- The app may truncate nothing; this lets it forget the visitors of past days and nothing else.
CREATE FUNCTION forget_reads(today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM read_salt WHERE day < today;
  IF (today - DATE '1970-01-01') % 2 = 0 THEN
    IF EXISTS (SELECT FROM post_read_odd) THEN TRUNCATE post_read_odd; END IF;
  ELSE
    IF EXISTS (SELECT FROM post_read_even) THEN TRUNCATE post_read_even; END IF;
  END IF;
END $$;
REVOKE ALL ON FUNCTION forget_reads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_reads TO lamplight_app;
