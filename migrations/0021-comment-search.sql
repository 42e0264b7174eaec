-- SPEC §4: the staff finds comments by any part of their text. Chinese has no spaces and its words mostly two
-- characters, which is less than pg_trgm can look for; so what is indexed is every pair of neighbours.
CREATE FUNCTION fold_text(body text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(normalize(body, NFKC));

-- A pair is one number: 21 bits for each character, and above them the bucket the comment is in.
CREATE FUNCTION comment_bigrams(bucket bigint, body text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
RETURN (
  SELECT coalesce(array_agg(DISTINCT (bucket << 42) | (former << 21) | latter), '{}')
    FROM (SELECT ascii(letter)::bigint AS latter, lag(ascii(letter)::bigint) OVER (ORDER BY place) AS former
            FROM string_to_table(fold_text(body), NULL) WITH ORDINALITY AS one (letter, place)) AS pair
   WHERE former IS NOT NULL
);

-- GIN gives all matches or none: of a common word among a billion comments, a hundred million to be sorted for
-- one page. By bucket of 2^17 comments a search goes from the newest backwards and stops when it has its page: a
-- common word reads one bucket, a rare one looks once into each (eight thousand at a billion comments). Writing
-- stays within the pages of the newest bucket, however large the rest is.
-- The price is an entry per character: a tenth of a millisecond for a comment of forty, and at a billion of them
-- some 300 GB.
-- No pending list: every look into a bucket would read all of it.
CREATE INDEX comment_search ON comment USING gin (comment_bigrams(id >> 17, body))
  WITH (fastupdate = off) WHERE deleted_at IS NULL;
-- The plan is always the same, so nothing is to be learnt from taking thirty thousand comments apart.
ALTER INDEX comment_search ALTER COLUMN 1 SET STATISTICS 0;

-- One author's part of the queue for review.
CREATE INDEX post_queue_of_author ON post (author_uid, submitted_at, id)
  WHERE deleted_at IS NULL AND (status = 'pending' OR pending_version IS NOT NULL);
