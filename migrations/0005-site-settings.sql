CREATE TABLE site_setting (
  key        text PRIMARY KEY,
  value      boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by bigint REFERENCES users (uid)
);
GRANT SELECT, INSERT, UPDATE ON site_setting TO lamplight_app;
