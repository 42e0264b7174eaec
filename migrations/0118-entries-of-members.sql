-- oldest program: 0.1.0
-- D38: only members have entries. What the mint gives, what is burnt and what is in escrow is said by the transfer, which
-- names both accounts and the amount: entries of the site repeated it, and were half of the table.
LOCK TABLE energy_entry IN ACCESS EXCLUSIVE MODE;

DO $$
DECLARE
  wrong bigint;
BEGIN
  WITH side AS (
    SELECT id, from_account AS account_id, -amount AS delta, created_at FROM energy_transfer WHERE from_account < 0
    UNION ALL
    SELECT id, to_account, amount, created_at FROM energy_transfer WHERE to_account < 0
  )
  SELECT count(*) INTO wrong
    FROM side FULL JOIN (SELECT * FROM energy_entry WHERE account_id < 0) AS entry
      ON entry.transfer_id = side.id AND entry.account_id = side.account_id
   WHERE entry.delta IS DISTINCT FROM side.delta OR entry.created_at IS DISTINCT FROM side.created_at;
  IF wrong > 0 THEN
    RAISE EXCEPTION '% entries of the site differ from their transfers', wrong
      USING HINT = 'Nothing was changed. Run `lamplight verify` of the version before, and correct the entries it names.';
  END IF;
END $$;

DELETE FROM energy_entry WHERE account_id < 0;
ALTER TABLE energy_entry
  DROP CONSTRAINT energy_entry_members_have_balance,
  ADD CONSTRAINT energy_entry_of_member CHECK (account_id > 0),
  ALTER COLUMN balance_after SET NOT NULL;
COMMENT ON TABLE energy_entry IS 'append-only: the sides of members of every transfer';
