ALTER TABLE users
  ADD COLUMN signature text NOT NULL DEFAULT '',
  -- The last day the member checked in: what every request looks at before it tries.
  ADD COLUMN checked_in_on date,
  ADD CONSTRAINT users_signature_length CHECK (length(signature) <= 80),
  ADD CONSTRAINT users_signature_empty_once_purged CHECK (purged_at IS NULL OR signature = '');
COMMENT ON COLUMN users.signature IS 'what the member says of themselves; emptied by the purge';

-- Every gain of exp with its unique cause; exp is their sum (I9). Read by member, newest first, and never
-- purged, so it is not partitioned by time: each member's rows would be spread over all partitions.
CREATE TABLE exp_entry (
  uid        bigint NOT NULL REFERENCES users (uid),
  id         bigint GENERATED ALWAYS AS IDENTITY,
  delta      integer NOT NULL,
  exp_after  integer NOT NULL,
  reason     text NOT NULL,
  cause      text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, id),
  CONSTRAINT exp_entry_once UNIQUE (uid, cause),
  CONSTRAINT exp_entry_reason_known CHECK (reason IN ('checkin', 'task', 'energize', 'opening')),
  CONSTRAINT exp_entry_gain CHECK (delta > 0 AND exp_after >= delta)
);
COMMENT ON TABLE exp_entry IS 'append-only: where exp came from';
GRANT SELECT, INSERT ON exp_entry TO lamplight_app;
-- What was there before there was a log.
INSERT INTO exp_entry (uid, delta, exp_after, reason, cause, created_at)
SELECT uid, exp, exp, 'opening', 'opening', created_at FROM users WHERE exp > 0;

-- SPEC §2: one row per member and calendar day. A hundred million a day at the size this is made for, looked
-- at only for today: by month, so that the index in use stays small, and an old month can be moved elsewhere at
-- once (verify then has nothing to hold its rewards against).
CREATE TABLE user_checkin (
  uid        bigint NOT NULL REFERENCES users (uid),
  day        date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, day)
) PARTITION BY RANGE (day);
COMMENT ON TABLE user_checkin IS 'append-only: one per member and day';
GRANT SELECT, INSERT ON user_checkin TO lamplight_app;
-- What no month takes, should nobody have made it in time.
CREATE TABLE user_checkin_other PARTITION OF user_checkin DEFAULT;

-- The app may not change the schema; this lets it make the months to come and nothing else.
CREATE FUNCTION make_checkin_months(from_day date, months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  month date := date_trunc('month', from_day);
  made integer := 0;
BEGIN
  FOR step IN 1..least(months, 24) LOOP
    IF to_regclass(format('user_checkin_%s', to_char(month, 'YYYY_MM'))) IS NULL
       AND NOT EXISTS (SELECT FROM user_checkin_other WHERE day >= month AND day < month + interval '1 month') THEN
      EXECUTE format('CREATE TABLE user_checkin_%s PARTITION OF user_checkin FOR VALUES FROM (%L) TO (%L)',
                     to_char(month, 'YYYY_MM'), month, month + interval '1 month');
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION make_checkin_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_checkin_months TO lamplight_app;
SELECT make_checkin_months((now() AT TIME ZONE 'Asia/Shanghai')::date, 3);

-- SPEC §2: one row per member and first-time task.
CREATE TABLE user_task (
  uid        bigint NOT NULL REFERENCES users (uid),
  task       text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (uid, task),
  CONSTRAINT user_task_known CHECK (task IN ('avatar', 'username', 'signature'))
);
COMMENT ON TABLE user_task IS 'append-only: each first time once';
GRANT SELECT, INSERT ON user_task TO lamplight_app;

-- SPEC §2: exp gained by energizing on one day, for its cap.
CREATE TABLE daily_exp (
  uid bigint NOT NULL REFERENCES users (uid),
  day date NOT NULL,
  exp integer NOT NULL,
  PRIMARY KEY (uid, day),
  CONSTRAINT daily_exp_cap CHECK (exp BETWEEN 0 AND 50)
);
GRANT SELECT, INSERT, UPDATE ON daily_exp TO lamplight_app;
