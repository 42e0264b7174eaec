-- The only writer of the ledger (ADR 0012). A function, because an entry has the number and the balance of a row that this call
-- changes: so one round trip writes both with known values, and a distributed site writes each on one machine.
CREATE FUNCTION move_energy(
  cause text, reason text, from_account bigint, to_account bigint, amount integer, post_id bigint, note text, created_at timestamptz
) RETURNS TABLE (account_id bigint, balance_after bigint) LANGUAGE plpgsql AS $$
DECLARE
  transfer bigint;
  delta    integer;
  number   bigint;
BEGIN
  INSERT INTO energy_transfer (cause, reason, from_account, to_account, amount, post_id, note, created_at)
  VALUES (cause, reason, from_account, to_account, amount, post_id, note, created_at)
  ON CONFLICT DO NOTHING RETURNING id INTO transfer;
  IF transfer IS NULL THEN RETURN; END IF;
  -- In the order of the ids, so that two members who energize each other cannot deadlock.
  FOREACH account_id IN ARRAY ARRAY[least(from_account, to_account), greatest(from_account, to_account)] LOOP
    balance_after := NULL;
    IF account_id > 0 THEN
      delta := CASE WHEN account_id = to_account THEN amount ELSE -amount END;
      INSERT INTO energy_account AS account (uid, balance, entries) VALUES (account_id, delta, 1)
      ON CONFLICT (uid) DO UPDATE SET balance = account.balance + excluded.balance, entries = account.entries + 1
      RETURNING balance, entries INTO balance_after, number;
      INSERT INTO energy_entry (account_id, seq, transfer_id, delta, balance_after, created_at)
      VALUES (account_id, number, transfer, delta, balance_after, created_at);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
