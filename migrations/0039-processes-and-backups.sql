-- Every process updates its row every few seconds and deletes it when it stops, so that doctor and the metrics can tell
-- what runs where. One started again on the same host and port replaces its own row.
CREATE TABLE process_heartbeat (
  host       text NOT NULL,
  role       text NOT NULL,
  port       integer NOT NULL,
  pid        integer NOT NULL,
  version    text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (host, role, port),
  CONSTRAINT process_heartbeat_role CHECK (role IN ('web', 'worker', 'both'))
) WITH (fillfactor = 50);
COMMENT ON TABLE process_heartbeat IS 'one row per process; rows of lost processes are deleted after a day';
GRANT SELECT, INSERT, UPDATE, DELETE ON process_heartbeat TO lamplight_app;

-- The newest complete backup of each program that makes them.
CREATE TABLE backup_record (
  tool        text PRIMARY KEY,
  snapshot_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  bytes       bigint,
  CONSTRAINT backup_record_tool CHECK (tool ~ '^[a-z0-9_-]{1,40}$')
);
COMMENT ON COLUMN backup_record.snapshot_at IS 'what was committed before this time is in the backup';
GRANT SELECT, INSERT, UPDATE ON backup_record TO lamplight_app;

-- D47: commands of the operator are in the staff log too.
ALTER TABLE staff_action ALTER COLUMN actor_uid DROP NOT NULL;
COMMENT ON COLUMN staff_action.actor_uid IS 'null: the command line';
