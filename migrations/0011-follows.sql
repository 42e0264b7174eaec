-- The row stays when somebody stops following (`following` false): a press is then one statement that needs
-- no lock before it, and presses at the same moment are counted one after the other.
CREATE TABLE user_follow (
  follower_uid bigint NOT NULL REFERENCES users (uid),
  followed_uid bigint NOT NULL REFERENCES users (uid),
  following    boolean NOT NULL,
  previous     boolean NOT NULL,
  changed_at   timestamptz NOT NULL,
  PRIMARY KEY (follower_uid, followed_uid),
  CONSTRAINT user_follow_not_oneself CHECK (follower_uid <> followed_uid)
);
-- The two lists, newest first.
CREATE INDEX user_follow_followers ON user_follow (followed_uid, changed_at DESC, follower_uid DESC) WHERE following;
CREATE INDEX user_follow_following ON user_follow (follower_uid, changed_at DESC, followed_uid DESC) WHERE following;
-- What a purge must find, whichever way the button stands.
CREATE INDEX user_follow_of_followed ON user_follow (followed_uid);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_follow TO lamplight_app;
