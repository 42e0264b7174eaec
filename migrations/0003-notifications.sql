CREATE TABLE notification (
  uid        bigint NOT NULL REFERENCES users (uid),
  id         bigint GENERATED ALWAYS AS IDENTITY,
  kind       text NOT NULL,
  -- D44: one notice per cause and person, however often the cause is reported.
  cause      text NOT NULL,
  payload    jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  PRIMARY KEY (uid, id),
  CONSTRAINT notification_once UNIQUE (uid, cause)
);
COMMENT ON COLUMN notification.payload IS 'personal: what the notice is about';
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO lamplight_app;
