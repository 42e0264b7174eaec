-- The hot score gets the name that the code uses. Renaming keeps the rows, the grants and the indexes.
ALTER TABLE post_heat RENAME TO post_hot_score;
ALTER TABLE post_hot_score RENAME COLUMN heat TO score;
ALTER TABLE post_hot_score RENAME CONSTRAINT post_heat_only_warm TO post_hot_score_positive;
ALTER TABLE post_hot_score RENAME CONSTRAINT post_heat_pkey TO post_hot_score_pkey;
ALTER TABLE post_hot_score RENAME CONSTRAINT post_heat_post_id_fkey TO post_hot_score_post_id_fkey;
ALTER INDEX post_heat_hottest RENAME TO post_hot_score_hottest;
ALTER INDEX post_heat_stale RENAME TO post_hot_score_stale;
COMMENT ON TABLE post_hot_score IS 'weighted sum of what a post received in the last seven days, as of `day`; a worker updates it';

-- Comments that start with `personal:` mark columns with personal data; the purge test reads them.
COMMENT ON COLUMN users.email IS 'personal: the address as entered';
COMMENT ON COLUMN users.email_key IS 'personal: the normalized address, for comparison';
COMMENT ON COLUMN users.username_key IS 'personal: the normalized username, for comparison';
COMMENT ON COLUMN users.signature IS 'the member''s own short description; emptied by the purge';
COMMENT ON COLUMN username_claim.username_key IS 'personal: the normalized username, for comparison';
COMMENT ON COLUMN profile_change.username IS 'personal: the requested username';
COMMENT ON COLUMN profile_change.signature IS 'personal: the requested signature';
COMMENT ON COLUMN session.ip IS 'personal: IP address of the last request';
COMMENT ON COLUMN session.user_agent IS 'personal: the User-Agent header';
COMMENT ON COLUMN session.remark IS 'personal: the member''s own label for the session';
COMMENT ON COLUMN notification.payload IS 'personal: details of the notification, depending on its kind';
COMMENT ON COLUMN idempotent_reply.reply IS 'personal: the response, encrypted with a key outside the database';
COMMENT ON COLUMN comment.body IS 'the comment''s text; emptied when its author is purged';
COMMENT ON COLUMN comment_mention.label IS 'personal: the mentioned name as written in the comment';
COMMENT ON COLUMN upload_use.live IS 'whether the current text of the post or profile shows the image; set by triggers';
