-- Keys with the post (ADR 0020): a row of a post is found together with its post. `id` alone stays unique, because it is
-- an identity; no statement finds a row by it.
-- The key replaces the index of the post.
ALTER TABLE post_count_delta DROP CONSTRAINT post_count_delta_pkey;
ALTER TABLE post_count_delta ADD CONSTRAINT post_count_delta_pkey PRIMARY KEY (post_id, id);
DROP INDEX post_count_delta_of_post;

-- With `id` first: a worker takes the oldest changes, and nothing reads the changes of one post.
ALTER TABLE post_change DROP CONSTRAINT post_change_pkey;
ALTER TABLE post_change ADD CONSTRAINT post_change_pkey PRIMARY KEY (id, post_id);
