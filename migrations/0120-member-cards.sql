-- oldest program: 0.1.0
-- What others see of a member, and whether they do: narrow, and rarely written, so that a cluster can keep a copy on every
-- machine. Derived from `users`: whatever changes these columns there writes the card in the same transaction, after the row
-- of `users`, whose lock makes writers of one card wait for each other. No trigger: one on a shard cannot write a copy.
-- An older program would create members without a card, so it must not run any more.
CREATE TABLE member_card (
  uid            bigint PRIMARY KEY,
  -- Cached pages depend on it. Not xmin, which is another one in each copy; every write adds one.
  version        integer NOT NULL DEFAULT 1,
  -- Of the exp, so that a gain writes only at a new level.
  level          smallint NOT NULL DEFAULT 0,
  state          text COLLATE "C" NOT NULL DEFAULT 'active',
  username       text,
  avatar_key     text COLLATE "C",
  signature      text NOT NULL DEFAULT '',
  signature_lang text COLLATE "C",
  CONSTRAINT member_card_level_not_negative CHECK (level >= 0),
  CONSTRAINT member_card_state CHECK (state IN ('active', 'banned', 'deleted'))
);
COMMENT ON COLUMN member_card.username IS 'personal: the name as it is shown';
COMMENT ON COLUMN member_card.avatar_key IS 'personal: the picture';
COMMENT ON COLUMN member_card.signature IS 'personal: the signature';

INSERT INTO member_card (uid, level, state, username, avatar_key, signature, signature_lang)
SELECT uid, (SELECT count(*) - 1 FROM unnest(ARRAY[0, 1, 200, 500, 1500, 4500, 10800]) AS start WHERE exp >= start),
       CASE WHEN deleted_at IS NOT NULL THEN 'deleted' ELSE status END, username, avatar_key, signature, signature_lang
  FROM users;

-- Every list leaves deleted accounts out. They are few, so this stays small enough to be in memory.
CREATE INDEX member_card_deleted ON member_card (uid) WHERE state = 'deleted';
GRANT SELECT, INSERT, UPDATE ON member_card TO lamplight_app;
