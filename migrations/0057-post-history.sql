-- Why a version was saved, for the history that its author reads. Null in versions from before. Constraints are NOT
-- VALID: the columns are new, so every row satisfies them, and no scan is needed.
ALTER TABLE post_revision
  ADD COLUMN cause text,
  ADD COLUMN restored_from integer,
  ADD CONSTRAINT post_revision_cause_known
    CHECK (cause IN ('save', 'autosave', 'submit', 'publish', 'restore')) NOT VALID,
  ADD CONSTRAINT post_revision_restored_from_earlier CHECK (
    (cause IS NOT DISTINCT FROM 'restore') = (restored_from IS NOT NULL) AND restored_from < version
  ) NOT VALID;
COMMENT ON COLUMN post_revision.restored_from IS 'the version whose text this one repeats; it may be thinned out since (D57)';

-- The author's permission: readers may see what an edit of the public text changed. A constant default needs no rewrite.
ALTER TABLE post ADD COLUMN show_changes boolean NOT NULL DEFAULT false;

-- Edits that became public while the author allowed it, compared with the public text before them when they did: an
-- anonymous visitor's request never compares texts. Derived, and never trusted for visibility.
CREATE TABLE published_edit (
  post_id      bigint NOT NULL REFERENCES post (id),
  version      integer NOT NULL,
  from_version integer NOT NULL,
  comparison   jsonb NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (post_id, version),
  CONSTRAINT published_edit_later CHECK (from_version < version),
  CONSTRAINT published_edit_comparison_size CHECK (octet_length(comparison::text) <= 262144)
);
GRANT SELECT, INSERT, DELETE ON published_edit TO lamplight_app;

-- A purged post has no changes to show.
ALTER TABLE post ADD CONSTRAINT post_changes_hidden_once_purged CHECK (purged_at IS NULL OR NOT show_changes) NOT VALID;

-- D55: what an author takes back is dropped from the cached pages of every process.
CREATE TRIGGER published_edit_notify_hidden
  AFTER DELETE ON published_edit FOR EACH ROW
  EXECUTE FUNCTION notify_hidden('post', 'post_id');
