CREATE TABLE upload (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid          bigint NOT NULL REFERENCES users (uid),
  purpose      text NOT NULL,
  key          text COLLATE "C" NOT NULL,
  content_type text NOT NULL,
  bytes        integer NOT NULL,
  width        integer NOT NULL,
  height       integer NOT NULL,
  created_at   timestamptz NOT NULL,
  CONSTRAINT upload_purpose_known CHECK (purpose IN ('post', 'comment', 'avatar')),
  CONSTRAINT upload_key_once UNIQUE (key)
);
CREATE INDEX upload_of_user ON upload (uid, id);
CREATE INDEX upload_age ON upload (created_at);
-- UPDATE is what locking a row asks for; nothing changes one.
GRANT SELECT, INSERT, UPDATE, DELETE ON upload TO lamplight_app;

-- What shows an upload: a post, a comment, a profile. An upload that nothing shows is swept after a day; the
-- key to it here is what makes sure that one in use never is.
CREATE TABLE upload_use (
  upload_id   bigint NOT NULL REFERENCES upload (id),
  holder_kind text NOT NULL,
  holder_id   bigint NOT NULL,
  PRIMARY KEY (upload_id, holder_kind, holder_id),
  CONSTRAINT upload_use_kind_known CHECK (holder_kind IN ('post', 'comment', 'profile'))
);
CREATE INDEX upload_use_of_holder ON upload_use (holder_kind, holder_id);
GRANT SELECT, INSERT, DELETE ON upload_use TO lamplight_app;
