-- D47: every staff action, with what was before and after.
CREATE TABLE staff_action (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor_uid    bigint NOT NULL REFERENCES users (uid),
  action       text NOT NULL,
  subject_kind text NOT NULL,
  subject_id   bigint,
  reason       text NOT NULL DEFAULT '',
  before       jsonb NOT NULL DEFAULT '{}',
  after        jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL
);
CREATE INDEX staff_action_of_actor ON staff_action (actor_uid, id DESC);
CREATE INDEX staff_action_of_subject ON staff_action (subject_kind, subject_id, id DESC);
CREATE INDEX staff_action_of_kind ON staff_action (subject_kind, id DESC);
COMMENT ON TABLE staff_action IS 'append-only: what the staff did';
GRANT SELECT, INSERT ON staff_action TO lamplight_app;

-- The queue: what waits for review, oldest first, whether a post or an edit of a public one.
CREATE INDEX post_queue ON post (submitted_at, id)
  WHERE deleted_at IS NULL AND (status = 'pending' OR pending_version IS NOT NULL);
-- The desk's other lists.
CREATE INDEX post_of_status ON post (status, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
-- The few the staff asks for by themselves.
CREATE INDEX users_staff ON users (uid DESC) WHERE role <> 'member';
CREATE INDEX users_banned ON users (uid DESC) WHERE status = 'banned';
CREATE INDEX energy_transfer_rare ON energy_transfer (reason, id DESC) WHERE reason NOT IN ('checkin', 'energize');
CREATE INDEX comment_newest ON comment (id DESC) WHERE deleted_at IS NULL;

-- D42
CREATE TABLE energy_batch (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor_uid  bigint NOT NULL REFERENCES users (uid),
  amount     integer NOT NULL,
  reason     text NOT NULL,
  members    integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT energy_batch_not_nothing CHECK (amount <> 0 AND members > 0)
);
COMMENT ON TABLE energy_batch IS 'append-only: adjustments by the owner';
GRANT SELECT, INSERT ON energy_batch TO lamplight_app;
