-- Who gets a digest by mail, and when the next one is due. No row: none. A worker makes the due ones; in the same
-- transaction as the mail it moves `next_at` and `covered_until` on, so a crash neither repeats nor loses a digest.
CREATE TABLE digest_preference (
  uid           bigint PRIMARY KEY REFERENCES users (uid),
  frequency     text NOT NULL,
  hour          smallint NOT NULL,
  -- 1 is Monday. Of a daily digest too, so that it is the same after a change back to weekly.
  weekday       smallint NOT NULL,
  zone          text NOT NULL,
  next_at       timestamptz NOT NULL,
  -- What is newer than this is new.
  covered_until timestamptz NOT NULL,
  CONSTRAINT digest_preference_frequency CHECK (frequency IN ('daily', 'weekly')),
  CONSTRAINT digest_preference_hour CHECK (hour BETWEEN 0 AND 23),
  CONSTRAINT digest_preference_weekday CHECK (weekday BETWEEN 1 AND 7),
  CONSTRAINT digest_preference_zone CHECK (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$')
) WITH (fillfactor = 85);
CREATE INDEX digest_preference_due ON digest_preference (next_at, uid);
COMMENT ON COLUMN digest_preference.zone IS 'personal: roughly where the member lives';
GRANT SELECT, INSERT, UPDATE, DELETE ON digest_preference TO lamplight_app;

-- One row: until when the workers together have used up DIGEST_RATE.
CREATE TABLE digest_pace (free_at timestamptz NOT NULL);
INSERT INTO digest_pace VALUES ('-infinity');
GRANT SELECT, UPDATE ON digest_pace TO lamplight_app;
