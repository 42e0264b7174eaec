-- outside a transaction
-- When the text that readers see was saved: the page of a post shows it, and versions can be on another server (ADR 0020).
-- Where it is empty, the text is as old as its publication. Not in one transaction: adding a column locks the table.
ALTER TABLE post ADD COLUMN IF NOT EXISTS written_at timestamptz;
COMMENT ON COLUMN post.written_at IS 'when the text that readers see was saved; null if it is as old as its publication';
UPDATE post SET written_at = revision.created_at
  FROM post_revision AS revision
 WHERE revision.post_id = post.id AND revision.version = post.live_version AND revision.created_at > post.published_at
   AND post.written_at IS NULL;
