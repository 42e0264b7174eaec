-- Accounts at other providers that open an account here (decision 0042). A subject is unique only within its issuer.
CREATE TABLE identity (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid          bigint NOT NULL REFERENCES users (uid),
  provider     text NOT NULL,
  issuer       text NOT NULL,
  subject      text NOT NULL,
  -- What the member recognizes it by: an address or a name at the provider.
  label        text NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  CONSTRAINT identity_taken UNIQUE (issuer, subject),
  CONSTRAINT identity_one_per_provider UNIQUE (uid, provider),
  CONSTRAINT identity_provider_form CHECK (provider ~ '^[a-z][a-z0-9-]{0,31}$'),
  CONSTRAINT identity_lengths CHECK (
    length(issuer) BETWEEN 1 AND 500 AND length(subject) BETWEEN 1 AND 255 AND length(label) BETWEEN 1 AND 254
  )
);
COMMENT ON COLUMN identity.issuer IS 'personal: where the member has an account';
COMMENT ON COLUMN identity.subject IS 'personal: which account that is';
COMMENT ON COLUMN identity.label IS 'personal: its address or name';
GRANT SELECT, INSERT, UPDATE, DELETE ON identity TO lamplight_app;

-- A sign-in on its way to a provider and back, and an identity that has no account here yet. Using it deletes the row.
CREATE TABLE sign_in_attempt (
  state_hash   bytea PRIMARY KEY,
  -- Of the cookie of the browser that started it.
  browser_hash bytea NOT NULL,
  provider     text NOT NULL,
  purpose      text NOT NULL,
  -- The session that a link or a confirmation is for.
  session_id   text COLLATE "C",
  -- Nonce, PKCE verifier and way back, or the identity: encrypted with SECRET_KEY.
  sealed       bytea NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  CONSTRAINT sign_in_attempt_hashes CHECK (length(state_hash) = 32 AND length(browser_hash) = 32),
  CONSTRAINT sign_in_attempt_purpose_known CHECK (purpose IN ('log_in', 'link', 'confirm', 'complete')),
  CONSTRAINT sign_in_attempt_session CHECK ((session_id IS NOT NULL) = (purpose IN ('link', 'confirm'))),
  CONSTRAINT sign_in_attempt_sealed_length CHECK (length(sealed) <= 8192)
);
CREATE INDEX sign_in_attempt_expiring ON sign_in_attempt (expires_at);
GRANT SELECT, INSERT, DELETE ON sign_in_attempt TO lamplight_app;

-- Somebody may create an account with an address that is not theirs and connect an identity or add a passkey of their
-- own. When the owner of the address takes the account over by a new password, which ends every session, these go as well.
CREATE FUNCTION remove_ways_into_recovered_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity WHERE uid = NEW.uid;
  DELETE FROM passkey WHERE uid = NEW.uid;
  UPDATE second_factor SET passkey_step = false WHERE uid = NEW.uid AND passkey_step;
  RETURN NULL;
END $$;
CREATE TRIGGER users_remove_ways_in
  AFTER UPDATE OF password_hash ON users
  FOR EACH ROW
  WHEN (OLD.email_verified_at IS NULL AND NEW.password_hash IS NOT NULL
        AND OLD.password_hash IS DISTINCT FROM NEW.password_hash
        AND coalesce(current_setting('lamplight.keep_session', true), '') = '')
  EXECUTE FUNCTION remove_ways_into_recovered_user();
