-- D68: every ban, with what the member reads of it. At most one of a member is open; `users.status` and
-- `users.banned_until` repeat it, because every request reads them.
CREATE TABLE ban (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid       bigint NOT NULL REFERENCES users (uid),
  reason    text NOT NULL,
  banned_at timestamptz NOT NULL,
  -- Null: for good.
  ends_at   timestamptz,
  ended_at  timestamptz,
  end_reason  text COLLATE "C",
  CONSTRAINT ban_reason_length CHECK (length(reason) <= 500),
  CONSTRAINT ban_ends_later CHECK (ends_at > banned_at),
  CONSTRAINT ban_end_reason_known CHECK (end_reason IN ('time', 'staff', 'appeal', 'replaced', 'undo')),
  CONSTRAINT ban_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX ban_open ON ban (uid) WHERE ended_at IS NULL;
CREATE INDEX ban_of_member ON ban (uid, id DESC);
-- What the worker ends.
CREATE INDEX ban_due ON ban (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;
COMMENT ON COLUMN ban.reason IS 'personal: deleted when the member is purged';
GRANT SELECT, INSERT, UPDATE, DELETE ON ban TO lamplight_app;

-- D68: one for each ban. `lapsed`: the ban ended before the staff decided.
CREATE TABLE ban_appeal (
  ban_id     bigint PRIMARY KEY REFERENCES ban (id) ON DELETE CASCADE,
  uid        bigint NOT NULL REFERENCES users (uid),
  body       text NOT NULL,
  created_at timestamptz NOT NULL,
  outcome    text COLLATE "C",
  reply      text NOT NULL DEFAULT '',
  decided_at timestamptz,
  decided_by bigint REFERENCES users (uid),
  CONSTRAINT ban_appeal_body_length CHECK (length(body) BETWEEN 1 AND 1000),
  CONSTRAINT ban_appeal_reply_length CHECK (length(reply) <= 500),
  CONSTRAINT ban_appeal_outcome_known CHECK (outcome IN ('accepted', 'refused', 'lapsed')),
  CONSTRAINT ban_appeal_decided CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  CONSTRAINT ban_appeal_decided_by CHECK ((decided_by IS NOT NULL) = coalesce(outcome IN ('accepted', 'refused'), false))
);
CREATE INDEX ban_appeal_oldest ON ban_appeal (created_at, ban_id) WHERE outcome IS NULL;
CREATE INDEX ban_appeal_of_member ON ban_appeal (uid, ban_id);
COMMENT ON COLUMN ban_appeal.body IS 'personal: deleted when the member is purged';
COMMENT ON COLUMN ban_appeal.reply IS 'personal: deleted when the member is purged';
GRANT SELECT, INSERT, UPDATE, DELETE ON ban_appeal TO lamplight_app;

-- NOT VALID: the new column is empty in every row.
ALTER TABLE users
  ADD COLUMN banned_until timestamptz,
  ADD CONSTRAINT users_banned_until CHECK (banned_until IS NULL OR status = 'banned') NOT VALID;

-- Bans from before have no end; their reason is in the log.
INSERT INTO ban (uid, reason, banned_at)
SELECT users.uid, left(coalesce(logged.reason, ''), 500), coalesce(logged.created_at, users.created_at)
  FROM users
  LEFT JOIN LATERAL (
    SELECT reason, created_at FROM staff_action
     WHERE subject_kind = 'user' AND subject_id = users.uid
       AND (action = 'user.ban' OR (action = 'report.uphold' AND NOT before ? 'upload_id'))
     ORDER BY id DESC LIMIT 1
  ) AS logged ON true
 WHERE users.status = 'banned' AND users.purged_at IS NULL;

-- Whichever program changes the status, a banned member has one open ban and nobody else has one. The processes of the
-- release before this one write the status only.
CREATE FUNCTION keep_ban_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' THEN
    NEW.banned_until := NULL;
    UPDATE ban SET ended_at = now(), end_reason = 'staff' WHERE uid = NEW.uid AND ended_at IS NULL;
  ELSIF NOT EXISTS (SELECT FROM ban WHERE uid = NEW.uid AND ended_at IS NULL) THEN
    INSERT INTO ban (uid, reason, banned_at) VALUES (NEW.uid, '', now());
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_keep_ban
  BEFORE UPDATE OF status ON users
  FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION keep_ban_of_member();

-- As in migration 0002, but for the end of a ban at its time: nobody of the staff changed anything, so the sessions go on.
CREATE OR REPLACE FUNCTION end_sessions_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('lamplight.ban_over', true), '') = 'on' THEN
    UPDATE session SET user_status = NEW.status WHERE uid = NEW.uid AND ended_at IS NULL;
    RETURN NULL;
  END IF;
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
