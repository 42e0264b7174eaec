CREATE TABLE session (
  id                       text COLLATE "C" PRIMARY KEY,
  uid                      bigint NOT NULL REFERENCES users (uid),
  user_status              text NOT NULL,
  transport                text NOT NULL,
  salt                     bytea NOT NULL,
  generation               integer NOT NULL DEFAULT 1,
  child_seen               boolean NOT NULL DEFAULT true,
  rotated_at               timestamptz NOT NULL,
  access_expires_at        timestamptz NOT NULL,
  parent_access_expires_at timestamptz,
  idle_expires_at          timestamptz NOT NULL,
  absolute_expires_at      timestamptz NOT NULL,
  ip                       inet,
  user_agent               text NOT NULL DEFAULT '',
  remark                   text NOT NULL DEFAULT '',
  created_at               timestamptz NOT NULL,
  last_used_at             timestamptz NOT NULL,
  ended_at                 timestamptz,
  end_reason               text,
  CONSTRAINT session_id_form CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  CONSTRAINT session_transport_known CHECK (transport IN ('cookie', 'bearer')),
  CONSTRAINT session_salt_length CHECK (length(salt) = 32),
  CONSTRAINT session_generation_positive CHECK (generation > 0),
  CONSTRAINT session_user_agent_length CHECK (length(user_agent) <= 512),
  CONSTRAINT session_remark_length CHECK (length(remark) <= 64),
  CONSTRAINT session_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

-- The device list, the limit of sessions per user, and ending all of a user's sessions.
CREATE INDEX session_live ON session (uid, created_at DESC, id DESC) WHERE ended_at IS NULL;
-- What the clean-up job looks for.
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX session_expiring ON session (idle_expires_at) WHERE ended_at IS NULL;

COMMENT ON COLUMN session.ip IS 'personal: address of the last use';
COMMENT ON COLUMN session.user_agent IS 'personal: the browser''s own description';
COMMENT ON COLUMN session.remark IS 'personal: free text of the user';

GRANT SELECT, INSERT, UPDATE, DELETE ON session TO lamplight_app;

-- A ban, a deletion or a new password ends the sessions of the user in the same transaction, whichever
-- program made the change. A new hash may name the one session that goes on (the one a password was
-- changed from), or '*' for all of them (the same password, hashed with newer parameters).
CREATE FUNCTION end_sessions_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE session
     SET ended_at = now(),
         end_reason = CASE
           WHEN NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN 'account_deleted'
           WHEN NEW.status IS DISTINCT FROM OLD.status THEN 'status_changed'
           ELSE 'password_changed'
         END
   WHERE uid = NEW.uid
     AND ended_at IS NULL
     AND (NEW.status IS DISTINCT FROM OLD.status
          OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
          OR coalesce(current_setting('lamplight.keep_session', true), '') NOT IN (id, '*'));
  -- What an older password earned is worth nothing under a new one.
  DELETE FROM restore_token
   WHERE uid = NEW.uid AND NEW.password_hash IS DISTINCT FROM OLD.password_hash;
  RETURN NULL;
END $$;

CREATE TRIGGER users_end_sessions
  AFTER UPDATE OF status, password_hash, deleted_at ON users
  FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION end_sessions_of_changed_user();

-- D15: a right password on a deleted account earns one of these; spending it deletes it.
CREATE TABLE restore_token (
  token_hash bytea PRIMARY KEY,
  uid        bigint NOT NULL REFERENCES users (uid),
  expires_at timestamptz NOT NULL
);
CREATE INDEX restore_token_owner ON restore_token (uid);
CREATE INDEX restore_token_expiring ON restore_token (expires_at);
GRANT SELECT, INSERT, DELETE ON restore_token TO lamplight_app;
