-- A key is taken and then looked under, in one round trip. One statement of SQL would look at the moment it began, which
-- may be before whoever had the key has let go of it; in a function each statement sees what was there when it began.
CREATE FUNCTION claim_reply(
  lock bigint, of_scope bytea, of_key text, since timestamptz,
  OUT taken boolean, OUT fingerprint bytea, OUT reply bytea
)
LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  taken := pg_try_advisory_xact_lock(lock);
  IF taken THEN
    SELECT found.fingerprint, found.reply INTO fingerprint, reply
      FROM idempotent_reply AS found
     WHERE found.scope = of_scope AND found.key = of_key AND found.created_at > since;
  END IF;
END $$;
REVOKE ALL ON FUNCTION claim_reply FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_reply TO lamplight_app;
