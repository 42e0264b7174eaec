-- Accounts without a password (passkey or another provider), verified addresses, the language of mails, and when a
-- session last showed who uses it. The checks are NOT VALID: existing rows met the stricter one.
ALTER TABLE users
  ADD COLUMN email_verified_at timestamptz,
  ADD COLUMN locale text,
  DROP CONSTRAINT users_whole_until_purged,
  ADD CONSTRAINT users_whole_until_purged CHECK (
    purged_at IS NOT NULL OR (email IS NOT NULL AND email_key IS NOT NULL)
  ) NOT VALID,
  ADD CONSTRAINT users_locale_form CHECK (locale ~ '^[a-z]{2}(-[A-Z]{2})?$') NOT VALID;

-- D64: sensitive changes ask again 15 minutes after this. Null: by a log-in before this column existed.
ALTER TABLE session
  ADD COLUMN confirmed_at timestamptz,
  -- How the session was opened.
  ADD COLUMN method text NOT NULL DEFAULT 'password',
  ADD CONSTRAINT session_method_known CHECK (
    method IN ('password', 'passkey', 'provider', 'registration', 'restore')
  ) NOT VALID;

ALTER TABLE security_event
  DROP CONSTRAINT security_event_kind_known,
  ADD CONSTRAINT security_event_kind_known CHECK (
    kind IN (
      'session_reused', 'password_changed', 'account_deleted', 'account_restored',
      'password_reset', 'password_removed', 'email_verified', 'email_changed', 'email_change_undone',
      'passkey_added', 'passkey_removed', 'passkey_cloned', 'totp_added', 'totp_removed',
      'recovery_codes_made', 'recovery_code_used', 'factors_reset',
      'identity_linked', 'identity_unlinked'
    )
  ) NOT VALID;

-- A new password and a new address also end the links and codes that were sent before.
CREATE FUNCTION end_mail_tokens_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_token WHERE uid = NEW.uid AND purpose <> 'undo_change';
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_mail_tokens
  AFTER UPDATE OF password_hash, email_key, deleted_at ON users
  FOR EACH ROW
  WHEN ((OLD.password_hash IS DISTINCT FROM NEW.password_hash
         AND coalesce(current_setting('lamplight.keep_session', true), '') <> '*')
        OR OLD.email_key IS DISTINCT FROM NEW.email_key
        OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION end_mail_tokens_of_changed_user();
