-- D70: personal access tokens, for programs of a member. Only the hash of a token is stored.
CREATE TABLE api_token (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid          bigint NOT NULL REFERENCES users (uid),
  token_hash   bytea NOT NULL,
  name         text NOT NULL,
  scopes       text[] NOT NULL,
  created_at   timestamptz NOT NULL,
  -- Null: it does not expire.
  expires_at   timestamptz,
  -- The beginning of the hour, so that a busy token is written once an hour.
  last_used_at timestamptz,
  CONSTRAINT api_token_once UNIQUE (token_hash),
  CONSTRAINT api_token_hash_length CHECK (length(token_hash) = 32),
  CONSTRAINT api_token_name_length CHECK (length(name) BETWEEN 1 AND 64),
  CONSTRAINT api_token_scopes_known CHECK (
    cardinality(scopes) BETWEEN 1 AND 5
    AND scopes <@ ARRAY['read', 'write', 'studio', 'notifications', 'admin']
  )
);
CREATE INDEX api_token_of_user ON api_token (uid, id);
CREATE INDEX api_token_expiring ON api_token (expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON COLUMN api_token.token_hash IS 'personal: identifies the token of the member';
COMMENT ON COLUMN api_token.name IS 'personal: what the member calls it';
GRANT SELECT, INSERT, UPDATE, DELETE ON api_token TO lamplight_app;

-- A token ends with the password, a ban and the account, in the transaction of that, as sessions do. Unlike a session it
-- has no exception: nobody types it, so after a change of the password nobody would see that one was copied.
CREATE FUNCTION delete_api_tokens_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM api_token WHERE uid = NEW.uid;
  RETURN NULL;
END $$;
CREATE TRIGGER users_delete_api_tokens
  AFTER UPDATE OF status, password_hash, deleted_at ON users
  FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION delete_api_tokens_of_changed_user();

-- NOT VALID: the wider list holds for every row of the narrower one.
ALTER TABLE security_event
  DROP CONSTRAINT security_event_kind_known,
  ADD CONSTRAINT security_event_kind_known CHECK (
    kind IN (
      'session_reused', 'password_changed', 'account_deleted', 'account_restored',
      'password_reset', 'password_removed', 'email_verified', 'email_changed', 'email_change_undone',
      'passkey_added', 'passkey_removed', 'passkey_cloned', 'totp_added', 'totp_removed',
      'passkey_step_on', 'passkey_step_off', 'recovery_codes_made', 'recovery_code_used', 'factors_reset',
      'identity_linked', 'identity_unlinked', 'api_token_made', 'api_token_revoked'
    )
  ) NOT VALID;
