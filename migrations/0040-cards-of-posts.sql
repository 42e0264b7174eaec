-- What a card in a list shows of a text: derived when the text is saved, else when a list first shows the post.
ALTER TABLE post
  ADD COLUMN card_version   integer,
  ADD COLUMN minutes        integer,
  ADD COLUMN note           text,
  ADD COLUMN picture_key    text COLLATE "C",
  ADD COLUMN picture_width  integer,
  ADD COLUMN picture_height integer;
COMMENT ON COLUMN post.card_version IS 'the version these columns were derived from; valid while it equals live_version';
COMMENT ON COLUMN post.minutes IS 'reading time';
COMMENT ON COLUMN post.note IS 'the whole text of a short post, a line per paragraph';
COMMENT ON COLUMN post.picture_key IS 'the picture of the card: large enough, and not too long in either direction';

-- NOT VALID: the columns are new, so every row satisfies it, and no scan is needed.
ALTER TABLE post ADD CONSTRAINT post_card_empty_once_purged CHECK (
  purged_at IS NULL OR (note IS NULL AND picture_key IS NULL)
) NOT VALID;
