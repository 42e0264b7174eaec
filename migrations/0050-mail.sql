-- Mail to send. A row is written in the transaction of its cause, so no mail is sent for a transaction that rolled back,
-- and its cause is unique, so a repeated request sends none again. It has no token: the worker computes it (mail_token).
CREATE TABLE mail (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the address has no account.
  uid        bigint REFERENCES users (uid),
  kind       text NOT NULL,
  cause      text NOT NULL,
  address    text NOT NULL,
  email_key  text NOT NULL,
  locale     text NOT NULL,
  data       jsonb NOT NULL DEFAULT '{}',
  state      text NOT NULL DEFAULT 'queued',
  attempts   smallint NOT NULL DEFAULT 0,
  -- The reply of the SMTP server or the reason why it was not sent; never the text of the mail.
  error      text,
  -- True: tried again after a crash or a connection that was lost after the text, so it may have been sent twice.
  is_doubtful boolean NOT NULL DEFAULT false,
  is_unsent  boolean NOT NULL GENERATED ALWAYS AS (state IN ('queued', 'sending')) STORED,
  created_at timestamptz NOT NULL,
  -- The first try. The limits count tries.
  tried_at   timestamptz,
  sent_at    timestamptz,
  CONSTRAINT mail_cause_once UNIQUE (cause),
  CONSTRAINT mail_state_known CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'dropped')),
  CONSTRAINT mail_address_length CHECK (length(address) <= 254 AND length(email_key) <= 254),
  CONSTRAINT mail_error_length CHECK (length(error) <= 500),
  CONSTRAINT mail_sent_has_time CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
-- The limits per recipient and hour, and per day.
CREATE INDEX mail_of_recipient ON mail (email_key, created_at DESC);
CREATE INDEX mail_tried_of_recipient ON mail (email_key, tried_at DESC) WHERE tried_at IS NOT NULL;
CREATE INDEX mail_tried ON mail (tried_at DESC, kind) WHERE tried_at IS NOT NULL;
-- What still waits: its age is measured.
CREATE INDEX mail_unsent ON mail (created_at) WHERE is_unsent;
-- The purge of an account, and old rows.
CREATE INDEX mail_of_user ON mail (uid, id DESC) WHERE uid IS NOT NULL;
CREATE INDEX mail_by_age ON mail (created_at);
COMMENT ON COLUMN mail.address IS 'personal: the recipient';
COMMENT ON COLUMN mail.email_key IS 'personal: the recipient, normalized for comparison';
COMMENT ON COLUMN mail.cause IS 'personal: what happened, by ids';
COMMENT ON COLUMN mail.error IS 'personal: a response may name the recipient';
COMMENT ON COLUMN mail.data IS 'personal: what the template shows';
GRANT SELECT, INSERT, UPDATE, DELETE ON mail TO lamplight_app;

-- Addresses that refuse mail. Scores: soft 1, hard 2; at 4, or with one complaint, the address gets no more mail.
CREATE TABLE mail_address_state (
  email_key    text PRIMARY KEY,
  score        smallint NOT NULL DEFAULT 0,
  -- The last bounce. The score ends 30 days after it.
  bounced_at   timestamptz,
  disabled_at  timestamptz,
  reason       text,
  -- The code of the other server, such as 550 5.1.1.
  detail       text,
  -- When the member last enabled it again, and how often.
  enabled_at   timestamptz,
  enabled_times smallint NOT NULL DEFAULT 0,
  updated_at   timestamptz NOT NULL,
  CONSTRAINT mail_address_state_score CHECK (score BETWEEN 0 AND 100),
  CONSTRAINT mail_address_state_reason_known CHECK (reason IN ('bounce', 'complaint')),
  CONSTRAINT mail_address_state_disabled_has_reason CHECK (disabled_at IS NULL OR reason IS NOT NULL),
  CONSTRAINT mail_address_state_length CHECK (length(email_key) <= 254 AND length(detail) <= 200)
);
CREATE INDEX mail_address_state_by_age ON mail_address_state (updated_at);
COMMENT ON COLUMN mail_address_state.email_key IS 'of a member: an address that refused mail';
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_address_state TO lamplight_app;

-- Each report once: relays repeat their webhooks.
CREATE TABLE mail_event (
  event_key  text COLLATE "C" PRIMARY KEY,
  mail_id    bigint,
  created_at timestamptz NOT NULL,
  CONSTRAINT mail_event_key_length CHECK (length(event_key) <= 100)
);
CREATE INDEX mail_event_by_age ON mail_event (created_at);
GRANT SELECT, INSERT, DELETE ON mail_event TO lamplight_app;

-- A link or code in a mail. The token is a signature of the row with SECRET_KEY: neither a copy of the database nor the
-- job queue has one. Used once: using it deletes the row.
CREATE TABLE mail_token (
  id         text COLLATE "C" PRIMARY KEY,
  purpose    text NOT NULL,
  uid        bigint NOT NULL REFERENCES users (uid),
  -- The address that it was sent to. It is worth nothing for another one.
  email_key  text NOT NULL,
  salt       bytea NOT NULL,
  code_tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT mail_token_id_form CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  CONSTRAINT mail_token_purpose_known CHECK (
    purpose IN ('verify_address', 'change_address', 'undo_change', 'reset_password', 'confirm_identity')
  ),
  CONSTRAINT mail_token_salt_length CHECK (length(salt) = 32),
  CONSTRAINT mail_token_tries CHECK (code_tries BETWEEN 0 AND 5),
  -- A new one ends the old one.
  CONSTRAINT mail_token_one_per_purpose UNIQUE (uid, purpose)
);
CREATE INDEX mail_token_expiring ON mail_token (expires_at);
COMMENT ON COLUMN mail_token.email_key IS 'personal: the address that it was sent to';
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_token TO lamplight_app;

-- Texts that the owner publishes, such as whom to ask for help.
CREATE TABLE site_text (
  key        text PRIMARY KEY,
  value      text NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by bigint REFERENCES users (uid),
  CONSTRAINT site_text_length CHECK (length(value) BETWEEN 1 AND 200)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON site_text TO lamplight_app;
