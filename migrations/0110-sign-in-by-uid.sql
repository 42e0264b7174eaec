-- oldest program: 0.1.0
-- Tokens carry the uid, and the keys of what members sign in with begin with it, so that a statement reads one shard
-- (docs/scale.md). Tokens from before name no uid and are refused: members log in again and make new API tokens.
ALTER TABLE push_message DROP CONSTRAINT push_message_subscription_id_fkey;
ALTER TABLE push_subscription DROP CONSTRAINT push_subscription_session_id_fkey;

-- Sessions and API tokens that nothing opens any more are in no list.
DELETE FROM push_message;
DELETE FROM push_subscription;
UPDATE session SET ended_at = now(), end_reason = 'revoked' WHERE ended_at IS NULL;
DELETE FROM restore_token;
DELETE FROM api_token;

ALTER TABLE session
  DROP CONSTRAINT session_pkey,
  ADD PRIMARY KEY (uid, id);

ALTER TABLE restore_token
  DROP CONSTRAINT restore_token_pkey,
  ADD PRIMARY KEY (uid, token_hash);
DROP INDEX restore_token_owner;

ALTER TABLE mail_token
  DROP CONSTRAINT mail_token_pkey,
  ADD PRIMARY KEY (uid, id);
DROP INDEX mail_token_of_user;

ALTER TABLE email_change
  DROP CONSTRAINT email_change_pkey,
  ADD PRIMARY KEY (uid, id),
  DROP CONSTRAINT email_change_undo_token_once,
  ADD CONSTRAINT email_change_undo_token_once UNIQUE (uid, undo_token_id);
DROP INDEX email_change_of_user;

ALTER TABLE api_token
  DROP CONSTRAINT api_token_pkey,
  ADD PRIMARY KEY (uid, id),
  DROP CONSTRAINT api_token_once,
  ADD CONSTRAINT api_token_once UNIQUE (uid, token_hash);
DROP INDEX api_token_of_user;

ALTER TABLE passkey
  DROP CONSTRAINT passkey_pkey,
  ADD PRIMARY KEY (uid, id);
DROP INDEX passkey_of_user;

ALTER TABLE identity
  DROP CONSTRAINT identity_pkey,
  ADD PRIMARY KEY (uid, id);

ALTER TABLE push_subscription
  DROP CONSTRAINT push_subscription_pkey,
  ADD PRIMARY KEY (uid, id),
  DROP CONSTRAINT push_subscription_once,
  ADD CONSTRAINT push_subscription_once UNIQUE (uid, session_id),
  ADD CONSTRAINT push_subscription_session_fkey
    FOREIGN KEY (uid, session_id) REFERENCES session (uid, id) ON DELETE CASCADE;
DROP INDEX push_subscription_of_user;

ALTER TABLE push_message
  ADD COLUMN uid bigint NOT NULL,
  DROP CONSTRAINT push_message_pkey,
  ADD PRIMARY KEY (uid, id),
  ADD CONSTRAINT push_message_subscription_fkey
    FOREIGN KEY (uid, subscription_id) REFERENCES push_subscription (uid, id) ON DELETE CASCADE;
DROP INDEX push_message_of_subscription;
CREATE INDEX push_message_of_subscription ON push_message (uid, subscription_id);

CREATE OR REPLACE FUNCTION record_push_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_message (uid, subscription_id, notification_id, next_at, created_at)
  SELECT uid, id, NEW.id, NEW.created_at, NEW.created_at FROM push_subscription WHERE uid = NEW.uid;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION delete_push_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE uid = OLD.uid AND session_id = OLD.id;
  RETURN NULL;
END $$;
