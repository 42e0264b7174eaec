-- The one plural table name: "user" is a reserved word.
CREATE TABLE users (
  uid           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         text,
  email_key     text,
  password_hash text,
  username      text,
  role          text NOT NULL DEFAULT 'member',
  status        text NOT NULL DEFAULT 'active',
  created_at    timestamptz NOT NULL,
  deleted_at    timestamptz,
  purged_at     timestamptz,
  CONSTRAINT users_role_known CHECK (role IN ('member', 'admin', 'owner')),
  CONSTRAINT users_status_known CHECK (status IN ('active', 'banned')),
  CONSTRAINT users_email_length CHECK (length(email) <= 254 AND length(email_key) <= 254),
  CONSTRAINT users_whole_until_purged CHECK (
    purged_at IS NOT NULL
    OR (email IS NOT NULL AND email_key IS NOT NULL AND password_hash IS NOT NULL)
  ),
  CONSTRAINT users_empty_once_purged CHECK (
    purged_at IS NULL
    OR (deleted_at IS NOT NULL AND email IS NULL AND email_key IS NULL
        AND password_hash IS NULL AND username IS NULL)
  )
);

-- D10: unique without regard to case; a deleted account keeps its address until it is purged.
CREATE UNIQUE INDEX users_email_taken ON users (email_key);
-- D17: two people finishing the set-up page at once cannot both become the owner.
CREATE UNIQUE INDEX users_one_owner ON users (role) WHERE role = 'owner';
-- What the purge job looks for.
CREATE INDEX users_to_purge ON users (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;

COMMENT ON COLUMN users.email IS 'personal: the address as it was typed';
COMMENT ON COLUMN users.email_key IS 'personal: the address folded for comparison';
COMMENT ON COLUMN users.password_hash IS 'personal: argon2id PHC string';
COMMENT ON COLUMN users.username IS 'personal: the chosen name, null until chosen';

-- No DELETE: a uid is never reused, so its row stays behind, emptied.
GRANT SELECT, INSERT, UPDATE ON users TO lamplight_app;
