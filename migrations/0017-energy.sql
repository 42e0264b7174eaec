-- D38: one account per member, with their running balance. What is made, burnt or held in escrow belongs to the
-- site's own accounts (-1 mint, -2 burnt, -3 escrow), which have no row here: everybody's check-in would wait for
-- the one row of the mint. Their balance is the sum of their entries, and nothing ever needs it in a hurry.
CREATE TABLE energy_account (
  uid     bigint PRIMARY KEY REFERENCES users (uid),
  balance bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
INSERT INTO energy_account (uid) SELECT uid FROM users;
GRANT SELECT, INSERT, UPDATE ON energy_account TO lamplight_app;

-- Every change is one transfer between two accounts, once per cause. The cause must be unique over all time,
-- which a table partitioned by time cannot promise.
CREATE TABLE energy_transfer (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cause        text COLLATE "C" NOT NULL,
  reason       text NOT NULL,
  from_account bigint NOT NULL,
  to_account   bigint NOT NULL,
  amount       integer NOT NULL,
  post_id      bigint REFERENCES post (id),
  note         text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  CONSTRAINT energy_transfer_once UNIQUE (cause),
  CONSTRAINT energy_transfer_positive CHECK (amount > 0),
  CONSTRAINT energy_transfer_between_two CHECK (from_account <> to_account),
  CONSTRAINT energy_transfer_accounts_known CHECK (
    from_account >= -3 AND from_account <> 0 AND to_account >= -3 AND to_account <> 0
  ),
  CONSTRAINT energy_transfer_reason_known CHECK (
    reason IN ('checkin', 'energize', 'delete_post', 'rename', 'rename_burn', 'rename_refund', 'adjust')
  ),
  CONSTRAINT energy_transfer_energize_size CHECK (reason <> 'energize' OR amount IN (1, 2))
);
COMMENT ON TABLE energy_transfer IS 'append-only: the ledger';
GRANT SELECT, INSERT ON energy_transfer TO lamplight_app;

-- The two sides of each transfer. A member's are numbered without gaps and carry the balance after them, so
-- that every step can be checked; the site's own take the transfer's number and carry none. Read by account,
-- newest first, and never purged: not partitioned by time, for the reason written at exp_entry.
CREATE TABLE energy_entry (
  account_id    bigint NOT NULL,
  seq           bigint NOT NULL,
  transfer_id   bigint NOT NULL REFERENCES energy_transfer (id),
  delta         integer NOT NULL,
  balance_after bigint,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, seq),
  CONSTRAINT energy_entry_not_nothing CHECK (delta <> 0),
  CONSTRAINT energy_entry_members_have_balance CHECK ((account_id > 0) = (balance_after IS NOT NULL))
);
-- One side each, at most.
CREATE UNIQUE INDEX energy_entry_of_transfer ON energy_entry (transfer_id, account_id);
COMMENT ON TABLE energy_entry IS 'append-only: the two sides of every transfer';
GRANT SELECT, INSERT ON energy_entry TO lamplight_app;

-- SPEC §2 PostEnergizeLog: who energized which post, and by how much.
CREATE TABLE post_energize (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id    bigint NOT NULL REFERENCES post (id),
  uid        bigint NOT NULL REFERENCES users (uid),
  amount     integer NOT NULL,
  day        date NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT post_energize_size CHECK (amount IN (1, 2))
);
CREATE INDEX post_energize_of_post ON post_energize (post_id, id DESC);
CREATE INDEX post_energize_of_user ON post_energize (uid, id DESC);
COMMENT ON TABLE post_energize IS 'append-only: who gave what to which post';
GRANT SELECT, INSERT ON post_energize TO lamplight_app;

-- SPEC §8: at most 20 per member and post.
CREATE TABLE post_energize_total (
  post_id bigint NOT NULL REFERENCES post (id),
  uid     bigint NOT NULL REFERENCES users (uid),
  total   integer NOT NULL,
  PRIMARY KEY (post_id, uid),
  CONSTRAINT post_energize_cap CHECK (total BETWEEN 1 AND 20)
);
CREATE INDEX post_energize_total_of_user ON post_energize_total (uid);
GRANT SELECT, INSERT, UPDATE ON post_energize_total TO lamplight_app;
