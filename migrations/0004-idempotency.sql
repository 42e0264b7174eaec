-- D8: the answer is stored in the transaction of the effect, so that both exist or neither does.
CREATE TABLE idempotent_reply (
  scope       bytea NOT NULL,
  key         text NOT NULL,
  fingerprint bytea NOT NULL,
  reply       bytea NOT NULL,
  uid         bigint REFERENCES users (uid),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (scope, key),
  CONSTRAINT idempotent_reply_key_length CHECK (length(key) BETWEEN 1 AND 64)
);
CREATE INDEX idempotent_reply_age ON idempotent_reply (created_at);
CREATE INDEX idempotent_reply_owner ON idempotent_reply (uid) WHERE uid IS NOT NULL;
COMMENT ON COLUMN idempotent_reply.reply IS 'personal: the answer, sealed with a key the database does not have';
GRANT SELECT, INSERT, DELETE ON idempotent_reply TO lamplight_app;
