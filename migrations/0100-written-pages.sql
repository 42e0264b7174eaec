-- The pages that the owner writes: about, terms, privacy, rules. A row for each publication; nothing changes one.
CREATE TABLE page_version (
  -- Without gaps and in the order of publication, so that one number says what a member has accepted (decision 0060).
  id           bigint PRIMARY KEY,
  page         text COLLATE "C" NOT NULL,
  version      integer NOT NULL,
  must_accept  boolean NOT NULL,
  withdrawn    boolean NOT NULL,
  published_at timestamptz NOT NULL,
  CONSTRAINT page_version_once UNIQUE (page, version),
  CONSTRAINT page_version_page_known CHECK (page IN ('about', 'terms', 'privacy', 'rules')),
  CONSTRAINT page_version_accepted CHECK (NOT (must_accept AND (withdrawn OR page = 'about')))
);
COMMENT ON TABLE page_version IS 'what the owner published; only ever added to';
GRANT SELECT, INSERT ON page_version TO lamplight_app;

-- In each language that the owner wrote it in. `rendered` is null if it equals the body.
CREATE TABLE page_text (
  version_id bigint NOT NULL REFERENCES page_version (id),
  locale     text COLLATE "C" NOT NULL,
  title      text NOT NULL,
  body       text NOT NULL,
  rendered   text,
  PRIMARY KEY (version_id, locale),
  CONSTRAINT page_text_title_length CHECK (length(title) BETWEEN 1 AND 80)
);
COMMENT ON TABLE page_text IS 'what the owner published; only ever added to';
GRANT SELECT, INSERT ON page_text TO lamplight_app;

CREATE TABLE page_acceptance (
  uid         bigint NOT NULL REFERENCES users (uid),
  version_id  bigint NOT NULL REFERENCES page_version (id),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (uid, version_id)
);
GRANT SELECT, INSERT, DELETE ON page_acceptance TO lamplight_app;

-- The newest version among those rows, because every request reads it.
ALTER TABLE users ADD COLUMN accepted_terms bigint NOT NULL DEFAULT 0;

-- The footer names the pages, and requests compare what is asked for with what was accepted (decision 0053).
CREATE TRIGGER page_version_notify AFTER INSERT ON page_version
  FOR EACH STATEMENT EXECUTE FUNCTION notify_site();
