CREATE TABLE folder (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid         bigint NOT NULL REFERENCES users (uid),
  -- Empty for the default folder until it is renamed: it is called by its reader's language.
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  is_public   boolean NOT NULL DEFAULT true,
  is_default  boolean NOT NULL DEFAULT false,
  item_count  integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  CONSTRAINT folder_name_length CHECK (length(name) <= 40 AND (length(name) >= 1 OR is_default)),
  CONSTRAINT folder_description_length CHECK (length(description) <= 200),
  -- D33
  CONSTRAINT folder_item_limit CHECK (item_count BETWEEN 0 AND 5000)
);
CREATE INDEX folder_of_user ON folder (uid, id);
CREATE UNIQUE INDEX folder_one_default ON folder (uid) WHERE is_default;
GRANT SELECT, INSERT, UPDATE, DELETE ON folder TO lamplight_app;

CREATE TABLE folder_item (
  folder_id  bigint NOT NULL REFERENCES folder (id),
  post_id    bigint NOT NULL REFERENCES post (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (folder_id, post_id)
);
CREATE INDEX folder_item_newest ON folder_item (folder_id, created_at DESC, post_id DESC);
GRANT SELECT, INSERT, DELETE ON folder_item TO lamplight_app;

-- D33: a post counts once per user however many folders hold it; `day` is when the first one took it.
CREATE TABLE post_favorite (
  post_id bigint NOT NULL REFERENCES post (id),
  uid     bigint NOT NULL REFERENCES users (uid),
  folders integer NOT NULL,
  day     date NOT NULL,
  PRIMARY KEY (post_id, uid),
  CONSTRAINT post_favorite_in_a_folder CHECK (folders > 0)
);
CREATE INDEX post_favorite_of_user ON post_favorite (uid, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON post_favorite TO lamplight_app;
