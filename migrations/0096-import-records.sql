-- What was imported from other systems (decision 0065): an interrupted import continues where it stopped, and a repeated
-- one changes nothing. The row is inserted with what it describes, and stays when that is deleted or purged: whoever
-- deleted an imported post does not want it back.
CREATE TABLE import_record (
  -- The system and its host, such as `wordpress blog.example.org`.
  source       text COLLATE "C" NOT NULL,
  subject_kind text COLLATE "C" NOT NULL,
  -- SHA-256 of the id there: an id can be a login name or the path of a file.
  item         bytea NOT NULL,
  -- No foreign key, because a cluster distributes posts and comments, and neither is ever deleted.
  subject_id   bigint NOT NULL,
  CONSTRAINT import_record_pkey PRIMARY KEY (source, subject_kind, item),
  CONSTRAINT import_record_source_length CHECK (length(source) BETWEEN 1 AND 300),
  CONSTRAINT import_record_subject CHECK (subject_kind IN ('user', 'post', 'comment')),
  CONSTRAINT import_record_item CHECK (length(item) = 32)
);
-- Two authors of a source can be one member; a post or a comment comes from one item.
CREATE UNIQUE INDEX import_record_once ON import_record (subject_kind, subject_id) WHERE subject_kind <> 'user';
GRANT SELECT, INSERT ON import_record TO lamplight_app;
