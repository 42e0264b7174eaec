-- A change of the e-mail address: requested, then confirmed from the new address. A confirmed one stays while the old
-- address can undo it (7 days); then it is deleted. So every row is either pending or can be undone.
CREATE TABLE email_change (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid             bigint NOT NULL REFERENCES users (uid),
  old_email       text NOT NULL,
  old_email_key   text NOT NULL,
  new_email       text NOT NULL,
  new_email_key   text NOT NULL,
  requested_at    timestamptz NOT NULL,
  confirmed_at    timestamptz,
  -- Every old address has a link of its own: a second change cannot end the link of the first.
  undo_token_id   text COLLATE "C",
  undo_expires_at timestamptz,
  CONSTRAINT email_change_differs CHECK (old_email_key <> new_email_key),
  CONSTRAINT email_change_length CHECK (length(old_email) <= 254 AND length(new_email) <= 254),
  CONSTRAINT email_change_undo_after_confirmation CHECK (
    (confirmed_at IS NULL) = (undo_token_id IS NULL) AND (confirmed_at IS NULL) = (undo_expires_at IS NULL)
  ),
  CONSTRAINT email_change_undo_token_once UNIQUE (undo_token_id)
);
CREATE UNIQUE INDEX email_change_one_pending ON email_change (uid) WHERE confirmed_at IS NULL;
-- The chain of changes of one account, oldest first.
CREATE INDEX email_change_of_user ON email_change (uid, id);
-- Addresses that an undo can give back, so nobody else may register with them meanwhile.
CREATE INDEX email_change_reserved ON email_change (old_email_key) WHERE confirmed_at IS NOT NULL;
COMMENT ON COLUMN email_change.old_email IS 'personal: the address before';
COMMENT ON COLUMN email_change.old_email_key IS 'personal: the address before, folded for comparison';
COMMENT ON COLUMN email_change.new_email IS 'personal: the address after';
COMMENT ON COLUMN email_change.new_email_key IS 'personal: the address after, folded for comparison';
GRANT SELECT, INSERT, UPDATE, DELETE ON email_change TO lamplight_app;

-- Otherwise a thief could change the address and register a second account with the old one, and nothing could be undone.
-- After the statement, so that it sees a change that was committed while the unique index made it wait.
CREATE FUNCTION refuse_reserved_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM email_change
     WHERE old_email_key = NEW.email_key AND confirmed_at IS NOT NULL AND uid <> NEW.uid
  ) THEN
    RAISE unique_violation USING CONSTRAINT = 'users_email_taken', MESSAGE = 'the address is reserved';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_address_not_reserved
  AFTER INSERT OR UPDATE OF email_key ON users
  FOR EACH ROW
  WHEN (NEW.email_key IS NOT NULL)
  EXECUTE FUNCTION refuse_reserved_address();

-- One link per purpose, except one per old address.
ALTER TABLE mail_token DROP CONSTRAINT mail_token_one_per_purpose;
CREATE UNIQUE INDEX mail_token_one_per_purpose ON mail_token (uid, purpose) WHERE purpose <> 'undo_change';
CREATE INDEX mail_token_of_user ON mail_token (uid);
