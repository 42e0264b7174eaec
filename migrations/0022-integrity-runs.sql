-- What `verify` said, each time it looked by itself: the newest is what the owner is shown.
CREATE TABLE integrity_run (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  clean      boolean NOT NULL,
  checks     jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE integrity_run IS 'append-only: what was compared, and what differed';
GRANT SELECT, INSERT ON integrity_run TO lamplight_app;

-- I12: an author pays for deleting a post; a removal by staff costs nobody, and a purge is nobody's deed.
ALTER TABLE post
  ADD COLUMN deleted_by_author boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT post_deleted_by_author_has_time CHECK (NOT deleted_by_author OR deleted_at IS NOT NULL);
