-- The language of a text as a BCP 47 tag such as `zh`; null: unknown. Found when the text is saved; the author of a post
-- can choose another. The checks are NOT VALID because the columns are new and hold nothing yet: to validate them would
-- only read every row under a lock.
ALTER TABLE post
  ADD COLUMN lang text,
  ADD COLUMN lang_chosen boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT post_lang_tag CHECK (lang ~ '^[a-z]{2,3}$') NOT VALID,
  ADD CONSTRAINT post_lang_chosen_known CHECK (lang IS NOT NULL OR NOT lang_chosen) NOT VALID;
ALTER TABLE post_revision
  ADD COLUMN lang text,
  ADD COLUMN lang_chosen boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT post_revision_lang_tag CHECK (lang ~ '^[a-z]{2,3}$') NOT VALID,
  ADD CONSTRAINT post_revision_lang_chosen_known CHECK (lang IS NOT NULL OR NOT lang_chosen) NOT VALID;
ALTER TABLE comment
  ADD COLUMN lang text,
  ADD CONSTRAINT comment_lang_tag CHECK (lang ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE folder
  ADD COLUMN lang text,
  ADD CONSTRAINT folder_lang_tag CHECK (lang ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE users
  ADD COLUMN signature_lang text,
  ADD CONSTRAINT users_signature_lang_tag CHECK (signature_lang ~ '^[a-z]{2,3}$') NOT VALID;
COMMENT ON COLUMN post.lang_chosen IS 'the author chose the language; detection never overwrites it';

-- A worker finds the language of texts from before this migration, in order of their ids, and deletes the row at the
-- end. Comments have no row: to write one again indexes its whole text again.
CREATE TABLE language_backfill (
  kind     text PRIMARY KEY,
  after_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT language_backfill_kind CHECK (kind IN ('post', 'signature', 'folder'))
);
INSERT INTO language_backfill (kind) VALUES ('post'), ('signature'), ('folder');
GRANT SELECT, UPDATE, DELETE ON language_backfill TO lamplight_app;
