-- D64: passkeys and second factors. A passkey is a public key of the member; nothing here logs anybody in.
CREATE TABLE passkey (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid           bigint NOT NULL REFERENCES users (uid),
  credential_id bytea NOT NULL,
  public_key    bytea NOT NULL,
  -- Of the authenticator's signatures. One that goes back is of a copy.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  name          text NOT NULL,
  backed_up     boolean NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  CONSTRAINT passkey_credential_once UNIQUE (credential_id),
  CONSTRAINT passkey_credential_length CHECK (length(credential_id) BETWEEN 1 AND 1023),
  CONSTRAINT passkey_public_key_length CHECK (length(public_key) BETWEEN 1 AND 2048),
  CONSTRAINT passkey_counter_range CHECK (counter BETWEEN 0 AND 4294967295),
  CONSTRAINT passkey_transports_few CHECK (cardinality(transports) <= 10),
  CONSTRAINT passkey_name_length CHECK (length(name) BETWEEN 1 AND 64)
);
CREATE INDEX passkey_of_user ON passkey (uid, id);
COMMENT ON COLUMN passkey.credential_id IS 'personal: identifies the authenticator of the member';
COMMENT ON COLUMN passkey.public_key IS 'personal: identifies the authenticator of the member';
COMMENT ON COLUMN passkey.name IS 'personal: what the member calls it';
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO lamplight_app;

-- What a log-in with the password also asks for.
CREATE TABLE second_factor (
  uid           bigint PRIMARY KEY REFERENCES users (uid),
  -- Sealed with SECRET_KEY. Null: no authenticator app.
  totp_secret   bytea,
  totp_added_at timestamptz,
  -- The last 30 seconds whose code was used: no code works twice.
  totp_step     bigint NOT NULL DEFAULT 0,
  -- The member chose that the password alone is not enough: a passkey is asked for too.
  passkey_step  boolean NOT NULL DEFAULT false,
  -- Signed into the token of every trusted device: a new one ends them all.
  trust_salt    bytea NOT NULL,
  CONSTRAINT second_factor_totp_has_time CHECK ((totp_secret IS NULL) = (totp_added_at IS NULL)),
  CONSTRAINT second_factor_totp_length CHECK (length(totp_secret) BETWEEN 32 AND 128),
  CONSTRAINT second_factor_salt_length CHECK (length(trust_salt) = 32)
);
COMMENT ON COLUMN second_factor.totp_secret IS 'personal: the secret of the authenticator app, sealed';
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor TO lamplight_app;

-- Ten a member, 80 bits each. Using one deletes it.
CREATE TABLE recovery_code (
  uid        bigint NOT NULL REFERENCES users (uid),
  code_hash  bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, code_hash),
  CONSTRAINT recovery_code_hash_length CHECK (length(code_hash) = 32)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO lamplight_app;

-- Challenges are signatures and not stored. One that was used is, until it would have expired anyway.
CREATE TABLE used_challenge (
  challenge  bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  CONSTRAINT used_challenge_length CHECK (length(challenge) = 32)
);
CREATE INDEX used_challenge_expiring ON used_challenge (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON used_challenge TO lamplight_app;

-- Read with the session on every request, so that the guards need no second read.
ALTER TABLE users ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

CREATE FUNCTION mark_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE users SET second_factor = false WHERE uid = OLD.uid AND second_factor;
  ELSE
    UPDATE users SET second_factor = NEW.totp_secret IS NOT NULL OR NEW.passkey_step
     WHERE uid = NEW.uid
       AND second_factor IS DISTINCT FROM (NEW.totp_secret IS NOT NULL OR NEW.passkey_step);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER second_factor_marked
  AFTER INSERT OR UPDATE OR DELETE ON second_factor
  FOR EACH ROW EXECUTE FUNCTION mark_second_factor();

ALTER TABLE security_event
  DROP CONSTRAINT security_event_kind_known,
  ADD CONSTRAINT security_event_kind_known CHECK (
    kind IN (
      'session_reused', 'password_changed', 'account_deleted', 'account_restored',
      'password_reset', 'password_removed', 'email_verified', 'email_changed', 'email_change_undone',
      'passkey_added', 'passkey_removed', 'passkey_cloned', 'totp_added', 'totp_removed',
      'passkey_step_on', 'passkey_step_off', 'recovery_codes_made', 'recovery_code_used', 'factors_reset',
      'identity_linked', 'identity_unlinked'
    )
  ) NOT VALID;
