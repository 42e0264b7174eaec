-- D66: what members report. The reports of one subject share a case, which the staff decides once; later reports open
-- another one.
CREATE TABLE report_case (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_kind text COLLATE "C" NOT NULL,
  subject_id   bigint NOT NULL,
  -- Who wrote it, uploaded it, or is it.
  subject_uid  bigint NOT NULL REFERENCES users (uid),
  opened_at    timestamptz NOT NULL,
  outcome      text COLLATE "C",
  decided_at   timestamptz,
  decided_by   bigint REFERENCES users (uid),
  CONSTRAINT report_case_subject CHECK (subject_kind IN ('post', 'comment', 'user', 'upload')),
  CONSTRAINT report_case_outcome CHECK (outcome IN ('dismissed', 'upheld')),
  CONSTRAINT report_case_decided CHECK (num_nonnulls(outcome, decided_at, decided_by) IN (0, 3))
);
CREATE UNIQUE INDEX report_case_open ON report_case (subject_kind, subject_id) WHERE decided_at IS NULL;
CREATE INDEX report_case_oldest ON report_case (opened_at, id) WHERE decided_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON report_case TO lamplight_app;

-- `weighs`: the reporter was of Lv2 or higher; three of those hide a comment.
CREATE TABLE report (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id      bigint NOT NULL REFERENCES report_case (id),
  reporter_uid bigint NOT NULL REFERENCES users (uid),
  subject_kind text COLLATE "C" NOT NULL,
  subject_id   bigint NOT NULL,
  reason       text COLLATE "C" NOT NULL,
  note         text NOT NULL DEFAULT '',
  weighs       boolean NOT NULL,
  created_at   timestamptz NOT NULL,
  CONSTRAINT report_once UNIQUE (reporter_uid, subject_kind, subject_id),
  CONSTRAINT report_reason CHECK (reason IN ('spam', 'abuse', 'illegal', 'privacy', 'copyright', 'other')),
  CONSTRAINT report_note_length CHECK (length(note) <= 500)
);
CREATE INDEX report_of_case ON report (case_id, id);
CREATE INDEX report_of_reporter ON report (reporter_uid, id);
COMMENT ON COLUMN report.note IS 'personal: deleted when the reporter is purged';
GRANT SELECT, INSERT, DELETE ON report TO lamplight_app;

-- What a decision of the staff replaced, kept for the hour in which it can be undone. The key is its entry in the log.
CREATE TABLE staff_undo (
  log_id       bigint PRIMARY KEY REFERENCES staff_action (id),
  actor_uid    bigint NOT NULL REFERENCES users (uid),
  subject_kind text COLLATE "C" NOT NULL,
  subject_id   bigint NOT NULL,
  decided_at   timestamptz NOT NULL,
  -- Decisions made together are undone together.
  batch        uuid,
  state        jsonb NOT NULL,
  undone_at    timestamptz
);
CREATE INDEX staff_undo_of_subject ON staff_undo (subject_kind, subject_id, log_id DESC);
CREATE INDEX staff_undo_of_actor ON staff_undo (actor_uid, log_id DESC);
CREATE INDEX staff_undo_decided ON staff_undo (decided_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_undo TO lamplight_app;

CREATE INDEX comment_hold_of_rules ON comment_hold (held_at, comment_id) WHERE cause = 'rule';

CREATE INDEX profile_change_oldest ON profile_change (created_at, id) WHERE state = 'pending';

-- Who of the staff is looking at what waits. The primary key makes it one at a time.
CREATE TABLE staff_claim (
  kind       text COLLATE "C" NOT NULL,
  item_id    bigint NOT NULL,
  uid        bigint NOT NULL REFERENCES users (uid),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, item_id)
);
CREATE INDEX staff_claim_expired ON staff_claim (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_claim TO lamplight_app;

-- Notes on a member that only the staff reads. Append-only.
CREATE TABLE staff_note (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid        bigint NOT NULL REFERENCES users (uid),
  author_uid bigint NOT NULL REFERENCES users (uid),
  body       text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT staff_note_length CHECK (length(body) BETWEEN 1 AND 1000)
);
CREATE INDEX staff_note_of_member ON staff_note (uid, id DESC);
COMMENT ON COLUMN staff_note.body IS 'personal: deleted when the member is purged';
GRANT SELECT, INSERT, DELETE ON staff_note TO lamplight_app;

-- How often a decision on the change was undone. Each moves the energy back into escrow, under a reason of its own.
ALTER TABLE profile_change ADD COLUMN undone integer NOT NULL DEFAULT 0;
-- NOT VALID: the wider list holds for every row of the narrower one.
ALTER TABLE energy_transfer
  DROP CONSTRAINT energy_transfer_reason_known,
  ADD CONSTRAINT energy_transfer_reason_known CHECK (
    reason IN ('checkin', 'energize', 'delete_post', 'rename', 'rename_burn', 'rename_refund', 'rename_undo', 'adjust')
  ) NOT VALID;
