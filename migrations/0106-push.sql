-- ADR 0068: Web Push. The key that push services know the site by is derived from SECRET_KEY, so no row has it.

-- A browser of a member that shows notifications. It ends with the session that asked for it.
CREATE TABLE push_subscription (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid           bigint NOT NULL REFERENCES users (uid),
  session_id    text COLLATE "C" NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  -- Whoever knows it and the keys can show notifications in that browser.
  endpoint      text COLLATE "C" NOT NULL,
  p256dh        bytea NOT NULL,
  auth          bytea NOT NULL,
  -- Which key of the site it accepts messages from: SECRET_KEY may be rotated.
  server_key    bytea NOT NULL,
  groups        text[] NOT NULL,
  -- Since when no message has arrived; null: the last one did, or there was none.
  failing_since timestamptz,
  created_at    timestamptz NOT NULL,
  CONSTRAINT push_subscription_once UNIQUE (session_id),
  CONSTRAINT push_subscription_endpoint UNIQUE (endpoint),
  CONSTRAINT push_subscription_endpoint_length CHECK (length(endpoint) BETWEEN 1 AND 2048),
  CONSTRAINT push_subscription_p256dh_length CHECK (length(p256dh) = 65),
  CONSTRAINT push_subscription_auth_length CHECK (length(auth) = 16),
  CONSTRAINT push_subscription_server_key_length CHECK (length(server_key) = 65),
  CONSTRAINT push_subscription_groups_known CHECK (
    cardinality(groups) BETWEEN 1 AND 4 AND groups <@ ARRAY['comment', 'mention', 'follow', 'system']
  )
);
CREATE INDEX push_subscription_of_user ON push_subscription (uid);
COMMENT ON COLUMN push_subscription.endpoint IS 'personal: the address of the member''s browser at its push service';
COMMENT ON COLUMN push_subscription.p256dh IS 'personal: a key of the member''s browser';
COMMENT ON COLUMN push_subscription.auth IS 'personal: a key of the member''s browser';
COMMENT ON COLUMN push_subscription.session_id IS 'personal: a session of the member';
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription TO lamplight_app;

-- What waits to be sent, written in the transaction of the notification. Ids only: the text is what the member may see
-- when it is sent.
CREATE TABLE push_message (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subscription_id bigint NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  notification_id bigint NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  -- The next attempt; while one runs, when another worker may take it over.
  next_at         timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  CONSTRAINT push_message_attempts CHECK (attempts >= 0)
);
CREATE INDEX push_message_of_subscription ON push_message (subscription_id);
CREATE INDEX push_message_due ON push_message (next_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_message TO lamplight_app;

-- What is collected by day is written when its reader looks, so they need not be told.
CREATE FUNCTION record_push_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_message (subscription_id, notification_id, next_at, created_at)
  SELECT id, NEW.id, NEW.created_at, NEW.created_at FROM push_subscription WHERE uid = NEW.uid;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_push
  AFTER INSERT ON notification FOR EACH ROW
  WHEN (NEW.kind NOT IN ('like', 'energy', 'author_posts', 'tag_posts'))
  EXECUTE FUNCTION record_push_message();

-- A log-out, a ban, a new password or a deleted account ends sessions, whichever program does it, and the pushes with them.
CREATE FUNCTION delete_push_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER session_delete_push
  AFTER UPDATE OF ended_at ON session FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION delete_push_subscription();
