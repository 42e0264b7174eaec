-- What the owner says about the site. Texts of pages and notices are longer than a contact.
ALTER TABLE site_text
  DROP CONSTRAINT site_text_length,
  ADD CONSTRAINT site_text_length CHECK (length(value) BETWEEN 1 AND 4000);

-- The logo in every size. In the database, because every process needs it and every backup must contain it.
CREATE TABLE site_icon (
  name       text PRIMARY KEY,
  bytes      bytea NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT site_icon_size CHECK (octet_length(bytes) BETWEEN 1 AND 1000000)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON site_icon TO lamplight_app;

-- Every page shows them, so a change drops every cached page in every process (decision 0053).
CREATE FUNCTION notify_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lamplight_hidden', 'site:1');
  RETURN NULL;
END $$;
CREATE TRIGGER site_setting_notify AFTER INSERT OR UPDATE OR DELETE ON site_setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_site();
CREATE TRIGGER site_text_notify AFTER INSERT OR UPDATE OR DELETE ON site_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_site();
