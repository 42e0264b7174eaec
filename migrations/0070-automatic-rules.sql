-- Words that the owner lists, and what a text that has one of them meets.
CREATE TABLE listed_word (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word       text NOT NULL,
  category   text COLLATE "C" NOT NULL,
  -- Also found where it is written with other characters of the same sound.
  homophones boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CONSTRAINT listed_word_once UNIQUE (word),
  CONSTRAINT listed_word_length CHECK (length(word) BETWEEN 1 AND 50),
  CONSTRAINT listed_word_category CHECK (category IN ('refuse', 'hold', 'mask'))
);
CREATE INDEX listed_word_of_category ON listed_word (category, id DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON listed_word TO lamplight_app;

-- One row: the owner's choices, and a number that changes with the list, so a process knows whether what it compiled is current.
CREATE TABLE automatic_rule (
  id             boolean PRIMARY KEY DEFAULT true,
  edition        bigint NOT NULL DEFAULT 0,
  -- Members below this level: what they write with a link or a picture waits for the staff. 0: nobody's does.
  links_level    smallint NOT NULL DEFAULT 0,
  pictures_level smallint NOT NULL DEFAULT 0,
  -- More mentions in one comment wait. 0: no limit but that of every comment.
  mentions_max   smallint NOT NULL DEFAULT 0,
  CONSTRAINT automatic_rule_one_row CHECK (id),
  CONSTRAINT automatic_rule_levels CHECK (links_level BETWEEN 0 AND 6 AND pictures_level BETWEEN 0 AND 6),
  CONSTRAINT automatic_rule_mentions CHECK (mentions_max BETWEEN 0 AND 100)
);
INSERT INTO automatic_rule DEFAULT VALUES;
GRANT SELECT, UPDATE ON automatic_rule TO lamplight_app;

CREATE FUNCTION count_word_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE automatic_rule SET edition = edition + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER listed_word_edition
  AFTER INSERT OR UPDATE OR DELETE ON listed_word FOR EACH STATEMENT EXECUTE FUNCTION count_word_edition();
