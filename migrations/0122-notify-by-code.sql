-- Older programs leave these rows to triggers.
-- oldest program: 0.1.0
-- Posts, comments, members, folders and series can be on other machines than the tables and listeners that follow their
-- changes. A trigger runs on the machine of its row, so the program writes what follows: `invalidateAfterCommit`
-- notifies, `recordChange` fills `post_change`, `recordWebhookEvent` records events, `showPictures` sets `upload_use.live`.
DROP TRIGGER post_notify_hidden ON post;
DROP TRIGGER comment_notify_hidden ON comment;
DROP TRIGGER users_notify_hidden ON users;
DROP TRIGGER folder_notify_hidden ON folder;
DROP TRIGGER folder_notify_deleted ON folder;
DROP TRIGGER series_notify_hidden ON series;
DROP TRIGGER series_notify_deleted ON series;
DROP TRIGGER published_edit_notify_hidden ON published_edit;
DROP FUNCTION notify_hidden();

DROP TRIGGER post_published_change ON post;
DROP TRIGGER post_public_change ON post;
DROP FUNCTION record_post_change();

DROP TRIGGER post_webhook_insert ON post;
DROP TRIGGER post_webhook_update ON post;
DROP FUNCTION record_post_webhook_event();
DROP TRIGGER comment_webhook_insert ON comment;
DROP TRIGGER comment_webhook_release ON comment;

DROP TRIGGER upload_use_live ON upload_use;
DROP TRIGGER post_live_pictures ON post;
DROP FUNCTION set_live_of_new_use();
DROP FUNCTION set_live_of_changed_post();
DROP FUNCTION shows_picture(text, text, text);
COMMENT ON COLUMN upload_use.live IS 'whether the current text of the post or profile shows the image';
