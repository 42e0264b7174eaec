-- D55: whatever hides something from readers notifies every web process when it commits, whichever program did it:
-- an action, a command, SQL by hand. Only rare writes are here. Likes, comments and counters change all the time, and
-- transactions that notify commit one after the other; those changes are found by the version check of the page cache.
CREATE FUNCTION notify_hidden() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lamplight_hidden', TG_ARGV[0] || ':' || (to_jsonb(OLD) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;

-- A post that was public: locked, rejected, deleted, or its text or cover replaced.
CREATE TRIGGER post_notify_hidden
  AFTER UPDATE OF status, deleted_at, live_version, cover_key ON post
  FOR EACH ROW
  WHEN (OLD.status = 'approved' AND OLD.deleted_at IS NULL
        AND (NEW.status, NEW.deleted_at, NEW.live_version, NEW.cover_key)
            IS DISTINCT FROM (OLD.status, OLD.deleted_at, OLD.live_version, OLD.cover_key))
  EXECUTE FUNCTION notify_hidden('post', 'id');

CREATE TRIGGER comment_notify_hidden
  AFTER UPDATE OF deleted_at, body, image_key ON comment
  FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL
        AND (NEW.deleted_at, NEW.body, NEW.image_key) IS DISTINCT FROM (OLD.deleted_at, OLD.body, OLD.image_key))
  EXECUTE FUNCTION notify_hidden('comment', 'id');

-- Not exp, which moves with every like that a member receives.
CREATE TRIGGER users_notify_hidden
  AFTER UPDATE OF username, avatar_key, signature, status, follows_public, deleted_at ON users
  FOR EACH ROW
  WHEN ((NEW.username, NEW.avatar_key, NEW.signature, NEW.status, NEW.follows_public, NEW.deleted_at)
        IS DISTINCT FROM
        (OLD.username, OLD.avatar_key, OLD.signature, OLD.status, OLD.follows_public, OLD.deleted_at))
  EXECUTE FUNCTION notify_hidden('member', 'uid');

CREATE TRIGGER folder_notify_hidden
  AFTER UPDATE OF is_public, name, description ON folder
  FOR EACH ROW
  WHEN (OLD.is_public
        AND (NEW.is_public, NEW.name, NEW.description) IS DISTINCT FROM (OLD.is_public, OLD.name, OLD.description))
  EXECUTE FUNCTION notify_hidden('folder', 'id');

CREATE TRIGGER folder_notify_deleted
  AFTER DELETE ON folder
  FOR EACH ROW
  WHEN (OLD.is_public)
  EXECUTE FUNCTION notify_hidden('folder', 'id');
