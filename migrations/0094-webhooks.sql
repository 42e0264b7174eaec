-- D70: webhooks of the owner. The secrets are sealed with SECRET_KEY: each delivery is signed with them.
CREATE TABLE webhook (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url             text NOT NULL,
  events          text[] NOT NULL,
  secret          bytea NOT NULL,
  -- After a rotation, deliveries are signed with the one before too, until then.
  previous_secret bytea,
  previous_until  timestamptz,
  enabled         boolean NOT NULL DEFAULT true,
  disabled_reason text COLLATE "C",
  -- Since when no delivery has succeeded; null: the last one did, or there was none.
  failing_since   timestamptz,
  created_at      timestamptz NOT NULL,
  CONSTRAINT webhook_url_length CHECK (length(url) BETWEEN 1 AND 2048),
  CONSTRAINT webhook_events_known CHECK (
    cardinality(events) BETWEEN 1 AND 6
    AND events <@ ARRAY['post.published', 'post.updated', 'post.hidden', 'comment.created', 'member.joined', 'report.created']
  ),
  CONSTRAINT webhook_previous_has_both CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CONSTRAINT webhook_disabled_reason CHECK (disabled_reason IN ('gone', 'failing')),
  CONSTRAINT webhook_enabled_without_reason CHECK (NOT enabled OR disabled_reason IS NULL)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook TO lamplight_app;

-- What happened, written in the transaction of its cause. Only appended to; a worker makes deliveries of the rows and
-- deletes them.
CREATE TABLE webhook_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text COLLATE "C" NOT NULL,
  subject_id  bigint NOT NULL,
  happened_at timestamptz NOT NULL DEFAULT now()
);
-- UPDATE is the right to lock a row.
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_event TO lamplight_app;

CREATE TABLE webhook_delivery (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id  bigint NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  -- The same for every attempt, so that a receiver recognizes a repeated one.
  message_id  uuid NOT NULL DEFAULT gen_random_uuid(),
  kind        text COLLATE "C" NOT NULL,
  subject_id  bigint,
  -- Those with the same one are sent one after the other, in the order of the ids. Null: in any order.
  post_id     bigint,
  happened_at timestamptz NOT NULL,
  state       text COLLATE "C" NOT NULL DEFAULT 'waiting',
  attempts    integer NOT NULL DEFAULT 0,
  -- The next attempt; while one runs, when another worker may take it over.
  next_at     timestamptz NOT NULL,
  last_status integer,
  last_error  text COLLATE "C",
  finished_at timestamptz,
  CONSTRAINT webhook_delivery_state CHECK (state IN ('waiting', 'delivered', 'given_up')),
  CONSTRAINT webhook_delivery_finished CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CONSTRAINT webhook_delivery_attempts CHECK (attempts >= 0)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_of_post ON webhook_delivery (webhook_id, post_id, id) WHERE state = 'waiting' AND post_id IS NOT NULL;
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, id DESC);
CREATE INDEX webhook_delivery_finished_at ON webhook_delivery (finished_at) WHERE finished_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO lamplight_app;

-- Without a webhook for it, an event leaves no row. In plpgsql, which keeps its plans: every comment and member calls it.
CREATE FUNCTION record_webhook_event(event text, subject bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook WHERE enabled AND event = ANY (events)) THEN
    INSERT INTO webhook_event (kind, subject_id) VALUES (event, subject);
  END IF;
END $$;

-- The row of the post is locked, so the events of one post are numbered in the order of its changes.
CREATE FUNCTION record_post_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP = 'UPDATE' AND OLD.status = 'approved' AND OLD.deleted_at IS NULL;
  is_now boolean := NEW.status = 'approved' AND NEW.deleted_at IS NULL;
BEGIN
  IF is_now OR was THEN
    PERFORM record_webhook_event(
      CASE WHEN NOT was THEN 'post.published' WHEN NOT is_now THEN 'post.hidden' ELSE 'post.updated' END,
      NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER post_webhook_insert
  AFTER INSERT ON post FOR EACH ROW
  WHEN (NEW.status = 'approved')
  EXECUTE FUNCTION record_post_webhook_event();
CREATE TRIGGER post_webhook_update
  AFTER UPDATE OF status, deleted_at, live_version, tag_ids, lang ON post FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
        AND (NEW.status, NEW.deleted_at, NEW.live_version, NEW.tag_ids, NEW.lang)
            IS DISTINCT FROM (OLD.status, OLD.deleted_at, OLD.live_version, OLD.tag_ids, OLD.lang))
  EXECUTE FUNCTION record_post_webhook_event();

-- A deleted account hides its posts; a restored one shows them again.
CREATE FUNCTION record_author_webhook_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_webhook_event(
            CASE WHEN NEW.deleted_at IS NULL THEN 'post.published' ELSE 'post.hidden' END, post.id)
     FROM post WHERE author_uid = NEW.uid AND status = 'approved' AND deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_webhook_posts
  AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION record_author_webhook_events();

-- The name of the event is the argument of the trigger.
CREATE FUNCTION record_named_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_webhook_event(TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;
-- A held comment is deleted until the staff releases it.
CREATE TRIGGER comment_webhook_insert
  AFTER INSERT ON comment FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL)
  EXECUTE FUNCTION record_named_webhook_event('comment.created');
CREATE TRIGGER comment_webhook_release
  AFTER UPDATE OF deleted_at ON comment FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION record_named_webhook_event('comment.created');
CREATE TRIGGER report_webhook_insert
  AFTER INSERT ON report FOR EACH ROW
  EXECUTE FUNCTION record_named_webhook_event('report.created');

CREATE FUNCTION record_member_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_webhook_event('member.joined', NEW.uid);
  RETURN NULL;
END $$;
CREATE TRIGGER users_webhook_insert
  AFTER INSERT ON users FOR EACH ROW
  EXECUTE FUNCTION record_member_webhook_event();
