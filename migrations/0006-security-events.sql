-- What happened to an account, for its owner and for whoever investigates. No address and no browser: the
-- rows outlive the person's data, under the bare uid.
CREATE TABLE security_event (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid        bigint NOT NULL REFERENCES users (uid),
  kind       text NOT NULL,
  session_id text COLLATE "C",
  created_at timestamptz NOT NULL,
  CONSTRAINT security_event_kind_known CHECK (
    kind IN ('session_reused', 'password_changed', 'account_deleted', 'account_restored')
  )
);
CREATE INDEX security_event_of_user ON security_event (uid, id DESC);

-- A table whose comment starts so is granted no more than this: a test holds it, for this one and for
-- every ledger to come.
COMMENT ON TABLE security_event IS 'append-only: history is not rewritten';
GRANT SELECT, INSERT ON security_event TO lamplight_app;
