-- Registration by invitation (decision 0059). Only the hash of the token in a link is stored.
CREATE TABLE invitation (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid        bigint NOT NULL REFERENCES users (uid),
  token_hash bytea NOT NULL,
  uses_max   integer NOT NULL,
  -- Equals the rows of `invitation_use`; the rows alone could not be counted and compared by concurrent registrations.
  uses       integer NOT NULL DEFAULT 0,
  note       text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- The normalized address that got the link by mail, and the calendar day.
  sent_to    text,
  sent_on    date,
  CONSTRAINT invitation_once UNIQUE (token_hash),
  CONSTRAINT invitation_hash_length CHECK (length(token_hash) = 32),
  CONSTRAINT invitation_uses CHECK (uses BETWEEN 0 AND uses_max AND uses_max BETWEEN 1 AND 100),
  CONSTRAINT invitation_note_length CHECK (length(note) <= 200),
  CONSTRAINT invitation_sent_length CHECK (length(sent_to) BETWEEN 3 AND 254)
);
CREATE INDEX invitation_of_user ON invitation (uid, id);
CREATE INDEX invitation_expiring ON invitation (expires_at) WHERE uses = 0 OR sent_to IS NOT NULL;
CREATE UNIQUE INDEX invitation_sent_once ON invitation (sent_to, sent_on) WHERE sent_to IS NOT NULL;
COMMENT ON COLUMN invitation.token_hash IS 'personal: identifies the link that the member made';
COMMENT ON COLUMN invitation.note IS 'personal: what the member wrote about the invitation';
COMMENT ON COLUMN invitation.sent_to IS 'personal: the address that the member had the link sent to';
GRANT SELECT, INSERT, UPDATE, DELETE ON invitation TO lamplight_app;

-- Who joined through which. The row stays, without the member, when their account is purged.
CREATE TABLE invitation_use (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invitation_id bigint NOT NULL REFERENCES invitation (id),
  uid           bigint REFERENCES users (uid),
  joined_at     timestamptz NOT NULL,
  CONSTRAINT invitation_use_once UNIQUE (uid)
);
CREATE INDEX invitation_use_of_invitation ON invitation_use (invitation_id, id);
GRANT SELECT, INSERT, UPDATE ON invitation_use TO lamplight_app;
