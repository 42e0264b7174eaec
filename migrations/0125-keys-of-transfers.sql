-- outside a transaction
-- Every statement can run again: a migration that stopped half-way starts from the beginning.
-- The shard key of a transfer is the account that receives (ADR 0020): most are check-ins and gifts, read by their receiver.
-- A cause says who receives, so it stays unique forever. Built without a lock: the table grows with every check-in.
DROP INDEX CONCURRENTLY IF EXISTS energy_transfer_by_account;
CREATE UNIQUE INDEX CONCURRENTLY energy_transfer_by_account ON energy_transfer (to_account, cause);
-- An entry finds its transfer by the id alone. No shard could check that an id is unique; it is generated.
CREATE INDEX CONCURRENTLY IF NOT EXISTS energy_transfer_of_id ON energy_transfer (id);
SET lock_timeout = '2s';
ALTER TABLE energy_entry DROP CONSTRAINT IF EXISTS energy_entry_transfer_id_fkey;
ALTER TABLE energy_entry_archive DROP CONSTRAINT IF EXISTS energy_entry_archive_transfer_exists;
ALTER TABLE energy_transfer
  DROP CONSTRAINT IF EXISTS energy_transfer_pkey,
  DROP CONSTRAINT IF EXISTS energy_transfer_once,
  ADD CONSTRAINT energy_transfer_pkey PRIMARY KEY USING INDEX energy_transfer_by_account;
SET lock_timeout = 0;
