-- outside a transaction
-- An author's days with the posts in order: whose posts are liked by the ten thousand on one day is told of the last
-- thousand (D45) without reading them all.
DROP INDEX CONCURRENTLY IF EXISTS post_day_of_author_in_order;
CREATE INDEX CONCURRENTLY post_day_of_author_in_order ON post_day (author_uid, day, post_id);
DROP INDEX CONCURRENTLY IF EXISTS post_day_of_author;
