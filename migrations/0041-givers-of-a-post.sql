-- outside a transaction
-- Who gave most to a post: its page shows the first few, whatever their number.
DROP INDEX CONCURRENTLY IF EXISTS post_energize_total_of_post;
CREATE INDEX CONCURRENTLY post_energize_total_of_post ON post_energize_total (post_id, total DESC, uid);
