-- Every number that `verify --repair` put right, and what it was before.
CREATE TABLE integrity_repair (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_name text NOT NULL,
  subject    text NOT NULL,
  stored     jsonb NOT NULL,
  actual     jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE integrity_repair IS 'append-only: what was put right, and what it was before';
GRANT SELECT, INSERT ON integrity_repair TO lamplight_app;
