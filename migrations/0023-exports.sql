-- A member's copy of their own data: asked for, made by a job, taken once. One row each, so that there is never
-- more than one.
CREATE TABLE user_export (
  uid        bigint PRIMARY KEY REFERENCES users (uid),
  -- Where the file is, or will be. Every request has one of its own: a job that comes too late knows by it.
  key        text COLLATE "C" NOT NULL,
  asked_at   timestamptz NOT NULL,
  -- When whoever makes it was last seen at work. The queue itself misses a worker that died only after hours.
  alive_at   timestamptz NOT NULL,
  ready_at   timestamptz,
  bytes      bigint,
  expires_at timestamptz,
  taken_at   timestamptz,
  CONSTRAINT user_export_key_once UNIQUE (key),
  CONSTRAINT user_export_ready_whole CHECK (
    (ready_at IS NULL) = (bytes IS NULL) AND (ready_at IS NULL) = (expires_at IS NULL)
  ),
  CONSTRAINT user_export_taken_when_ready CHECK (taken_at IS NULL OR ready_at IS NOT NULL)
);
CREATE INDEX user_export_in_preparation ON user_export (alive_at) WHERE ready_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON user_export TO lamplight_app;

-- All of a member's sessions, ended ones too: what an export reads and a purge deletes.
CREATE INDEX session_of_user ON session (uid, created_at, id);

-- With the account goes the way to its export, in the same transaction and whichever program deleted it; the file,
-- which no row names any more, is taken by the sweep.
CREATE FUNCTION drop_export_of_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_export WHERE uid = NEW.uid;
  RETURN NULL;
END $$;

CREATE TRIGGER users_drop_export
  AFTER UPDATE OF deleted_at ON users
  FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)
  EXECUTE FUNCTION drop_export_of_deleted_user();

-- D15, D47: why somebody was banned, or a comment removed, is personal too. The staff log and the ledger are
-- append-only for the app; these two let it empty the words in them and nothing else, and only about what the purge
-- has emptied already. What was done, by whom, when and with what effect stays.
CREATE FUNCTION forget_reasons(kind text, ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_action SET reason = ''
   WHERE subject_kind = kind AND subject_id = ANY (ids) AND reason <> ''
     AND CASE kind
           WHEN 'post' THEN EXISTS (SELECT FROM post WHERE id = subject_id AND title = '-' AND body = '')
           WHEN 'comment' THEN EXISTS (SELECT FROM comment WHERE id = subject_id AND body = '')
           ELSE false
         END;
$$;

CREATE FUNCTION forget_words_about(member bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  adjusted bigint[];
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE uid = member AND purged_at IS NOT NULL) THEN
    RAISE EXCEPTION 'user % is not purged', member;
  END IF;
  UPDATE staff_action SET reason = ''
   WHERE reason <> ''
     AND ((subject_kind = 'user' AND subject_id = member)
          OR (subject_kind = 'profile_change'
              AND subject_id IN (SELECT id FROM profile_change WHERE uid = member)));

  -- By cause, which is indexed; the member's own entries may be a million.
  WITH emptied AS (
    UPDATE energy_transfer SET note = ''
      FROM energy_batch
     WHERE cause = 'adjust:' || energy_batch.id || ':' || member
    RETURNING energy_batch.id
  )
  SELECT coalesce(array_agg(id), '{}') INTO adjusted FROM emptied;

  -- One reason was given to all members of a batch: it goes with the last of them.
  SELECT coalesce(array_agg(id), '{}') INTO adjusted FROM unnest(adjusted) AS batch (id)
   WHERE NOT EXISTS (
     SELECT FROM energy_transfer transfer
       JOIN users ON users.uid = greatest(transfer.from_account, transfer.to_account)
      WHERE transfer.cause > 'adjust:' || batch.id || ':' AND transfer.cause < 'adjust:' || batch.id || ';'
        AND users.purged_at IS NULL
   );
  UPDATE energy_batch SET reason = '' WHERE id = ANY (adjusted);
  UPDATE staff_action SET reason = '' WHERE subject_kind = 'energy_batch' AND subject_id = ANY (adjusted);
END $$;

REVOKE ALL ON FUNCTION forget_reasons, forget_words_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_reasons, forget_words_about TO lamplight_app;
