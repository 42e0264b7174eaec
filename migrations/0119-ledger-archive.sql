-- Old entries, moved here from energy_entry by `lamplight db archive`, and only by it: the site reads both tables as one list
-- and writes to the first. Never in both. Numbered as before, from 1, without a gap.
CREATE TABLE energy_entry_archive (
  account_id    bigint NOT NULL,
  seq           bigint NOT NULL,
  transfer_id   bigint NOT NULL,
  delta         integer NOT NULL,
  balance_after bigint NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, seq),
  CONSTRAINT energy_entry_archive_of_transfer UNIQUE (transfer_id, account_id),
  CONSTRAINT energy_entry_archive_transfer_exists FOREIGN KEY (transfer_id) REFERENCES energy_transfer (id),
  CONSTRAINT energy_entry_archive_not_nothing CHECK (delta <> 0),
  CONSTRAINT energy_entry_archive_of_member CHECK (account_id > 0)
);
COMMENT ON TABLE energy_entry_archive IS 'append-only: entries of months that are long over';
GRANT SELECT ON energy_entry_archive TO lamplight_app;

-- What the archived entries of a member add up to: the number of the last one, and the balance after it.
CREATE TABLE energy_opening (
  uid     bigint PRIMARY KEY,
  seq     bigint NOT NULL,
  balance bigint NOT NULL,
  CONSTRAINT energy_opening_of_account FOREIGN KEY (uid) REFERENCES energy_account (uid),
  CONSTRAINT energy_opening_not_empty CHECK (seq > 0)
);
GRANT SELECT ON energy_opening TO lamplight_app;
