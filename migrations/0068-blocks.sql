-- D67: whom a member blocked or muted. One row per pair: a block includes what muting does.
CREATE TABLE user_block (
  uid        bigint NOT NULL REFERENCES users (uid),
  other_uid  bigint NOT NULL REFERENCES users (uid),
  kind       text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, other_uid),
  CONSTRAINT user_block_not_oneself CHECK (uid <> other_uid),
  CONSTRAINT user_block_kind_known CHECK (kind IN ('block', 'mute'))
);
-- The list, newest first.
CREATE INDEX user_block_newest ON user_block (uid, created_at DESC, other_uid DESC);
-- What a purge must find.
CREATE INDEX user_block_of_other ON user_block (other_uid);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_block TO lamplight_app;
