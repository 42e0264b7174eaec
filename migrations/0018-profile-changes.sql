-- D39: every name in use or waiting for review, once. Its key is the one place where two people can want the
-- same name, so it is the one place that decides.
CREATE TABLE username_claim (
  username_key text COLLATE "C" PRIMARY KEY,
  uid          bigint NOT NULL REFERENCES users (uid)
);
CREATE INDEX username_claim_of_user ON username_claim (uid);
COMMENT ON COLUMN username_claim.username_key IS 'personal: the name folded for comparison';
INSERT INTO username_claim (username_key, uid) SELECT username_key, uid FROM users WHERE username_key IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON username_claim TO lamplight_app;

CREATE TABLE profile_change (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid          bigint NOT NULL REFERENCES users (uid),
  username     text,
  signature    text,
  state        text NOT NULL,
  -- Energy put into escrow with it.
  escrow       integer NOT NULL DEFAULT 0,
  reason       text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  decided_at   timestamptz,
  decided_by   bigint REFERENCES users (uid),
  CONSTRAINT profile_change_of_something CHECK (username IS NOT NULL OR signature IS NOT NULL OR decided_at IS NOT NULL),
  CONSTRAINT profile_change_state_known CHECK (state IN ('pending', 'accepted', 'refused', 'withdrawn')),
  CONSTRAINT profile_change_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT profile_change_escrow_size CHECK (escrow IN (0, 6) AND (escrow = 0 OR username IS NOT NULL OR decided_at IS NOT NULL))
);
-- D39: one open request at a time.
CREATE UNIQUE INDEX profile_change_one_open ON profile_change (uid) WHERE state = 'pending';
CREATE INDEX profile_change_queue ON profile_change (id) WHERE state = 'pending';
CREATE INDEX profile_change_of_user ON profile_change (uid, id DESC);
COMMENT ON COLUMN profile_change.username IS 'personal: the wanted name';
COMMENT ON COLUMN profile_change.signature IS 'personal: the wanted line';
GRANT SELECT, INSERT, UPDATE ON profile_change TO lamplight_app;
