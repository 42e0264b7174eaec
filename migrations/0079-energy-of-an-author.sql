-- outside a transaction
-- D69: the days on which an author received energy, newest first, without those on which nobody gave any.
DROP INDEX CONCURRENTLY IF EXISTS post_day_with_energy;
CREATE INDEX CONCURRENTLY post_day_with_energy ON post_day (author_uid, day, post_id) WHERE energy > 0;
