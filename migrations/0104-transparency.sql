-- What the page about moderation shows of each month that is over: counts without names. Written once by a worker, from
-- the staff log.
CREATE TABLE transparency_count (
  -- The first day, by the calendar of the site.
  month    date NOT NULL,
  kind     text COLLATE "C" NOT NULL,
  category text COLLATE "C" NOT NULL,
  amount   bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (month, kind, category),
  CONSTRAINT transparency_count_first_day CHECK (extract(day FROM month) = 1),
  CONSTRAINT transparency_count_not_negative CHECK (amount >= 0)
);
COMMENT ON TABLE transparency_count IS 'append-only: a month is written once, when nothing of it can be undone';
GRANT SELECT, INSERT ON transparency_count TO lamplight_app;

-- A month of the log.
CREATE INDEX staff_action_created ON staff_action (created_at);
