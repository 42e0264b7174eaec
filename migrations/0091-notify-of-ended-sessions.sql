-- ADR 0062: an open event stream ends with its session, whichever program ended it: an action, a command, SQL by hand.
-- The payload is the member; each web process reads which of their sessions are left. Sessions end rarely, so that
-- transactions which notify commit one after the other is no bound here.
CREATE FUNCTION notify_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lamplight_sessions', OLD.uid::text);
  RETURN NULL;
END $$;

CREATE TRIGGER session_notify_ended
  AFTER UPDATE OF ended_at ON session
  FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION notify_ended_session();

CREATE TRIGGER session_notify_deleted
  AFTER DELETE ON session
  FOR EACH ROW
  WHEN (OLD.ended_at IS NULL)
  EXECUTE FUNCTION notify_ended_session();
