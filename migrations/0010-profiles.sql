-- D39: unique after NFKC and case folding, done by the service; "C" so that a prefix is a range of the index.
ALTER TABLE users
  ADD COLUMN username_key text COLLATE "C",
  ADD COLUMN avatar_key text COLLATE "C",
  -- D32: one flag for both lists.
  ADD COLUMN follows_public boolean NOT NULL DEFAULT true;
UPDATE users SET username_key = lower(normalize(username, NFKC)) WHERE username IS NOT NULL;
ALTER TABLE users
  ADD CONSTRAINT users_name_has_key CHECK ((username IS NULL) = (username_key IS NULL)),
  ADD CONSTRAINT users_profile_empty_once_purged CHECK (purged_at IS NULL OR avatar_key IS NULL);
CREATE UNIQUE INDEX users_username_taken ON users (username_key);
COMMENT ON COLUMN users.username_key IS 'personal: the name folded for comparison';
COMMENT ON COLUMN users.avatar_key IS 'personal: the picture';

-- Who follows whom moves these. Like a post's counters: the row if it is free, else a delta.
CREATE TABLE user_count (
  uid       bigint PRIMARY KEY REFERENCES users (uid),
  followers bigint NOT NULL DEFAULT 0,
  following bigint NOT NULL DEFAULT 0,
  CONSTRAINT user_count_not_negative CHECK (followers >= 0 AND following >= 0)
) WITH (fillfactor = 50);
INSERT INTO user_count (uid) SELECT uid FROM users;
GRANT SELECT, INSERT, UPDATE ON user_count TO lamplight_app;

-- No foreign key, for the reason written at post_count_delta.
CREATE TABLE user_count_delta (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid       bigint NOT NULL,
  followers integer NOT NULL DEFAULT 0,
  following integer NOT NULL DEFAULT 0
);
CREATE INDEX user_count_delta_of_user ON user_count_delta (uid);
GRANT SELECT, INSERT, DELETE ON user_count_delta TO lamplight_app;
