-- D29: what a reader holds, one row per reader and post, so a like and a dislike at once cannot exist. The
-- row stays when the button is let go of (`none`): a press is then one statement that needs no lock before it.
CREATE TABLE post_reaction (
  post_id    bigint NOT NULL REFERENCES post (id),
  uid        bigint NOT NULL REFERENCES users (uid),
  kind       text NOT NULL,
  previous   text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, uid),
  CONSTRAINT post_reaction_kind_known CHECK (
    kind IN ('none', 'like', 'dislike') AND previous IN ('none', 'like', 'dislike')
  )
  -- Room on each page for the next version of a row: a press then touches no index.
) WITH (fillfactor = 80);
CREATE INDEX post_reaction_of_user ON post_reaction (uid, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_reaction TO lamplight_app;
