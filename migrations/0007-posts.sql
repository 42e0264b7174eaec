ALTER TABLE users
  ADD COLUMN exp integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT users_exp_not_negative CHECK (exp >= 0);

-- Posts of deleted accounts are hidden by looking here: few rows, so a list skips them at little cost.
CREATE INDEX users_hidden ON users (uid) WHERE deleted_at IS NOT NULL;

CREATE TABLE post (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_uid      bigint NOT NULL REFERENCES users (uid),
  status          text NOT NULL,
  -- What readers see once the post is public; until then, what was saved last.
  title           text NOT NULL,
  summary         text NOT NULL,
  body            text NOT NULL,
  -- The body with its code coloured; null where there is none to colour.
  rendered        text,
  version         integer NOT NULL DEFAULT 1,
  live_version    integer NOT NULL DEFAULT 1,
  -- D21: an edit of a public post that waits for review.
  pending_version integer,
  locked_from     text,
  review_reason   text NOT NULL DEFAULT '',
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  submitted_at    timestamptz,
  published_at    timestamptz,
  deleted_at      timestamptz,
  CONSTRAINT post_status_known CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'locked')),
  CONSTRAINT post_title_length CHECK (length(title) BETWEEN 1 AND 120),
  CONSTRAINT post_summary_length CHECK (length(summary) <= 300),
  CONSTRAINT post_body_size CHECK (octet_length(body) <= 204800),
  CONSTRAINT post_versions_ordered CHECK (live_version <= version AND pending_version <= version),
  CONSTRAINT post_edit_waits_only_when_public CHECK (pending_version IS NULL OR status IN ('approved', 'locked')),
  CONSTRAINT post_lock_remembers CHECK (
    (status = 'locked') = (locked_from IS NOT NULL) AND locked_from IS DISTINCT FROM 'locked'
  ),
  CONSTRAINT post_public_has_time CHECK (status <> 'approved' OR published_at IS NOT NULL)
);

-- The public list, and one author's public posts.
CREATE INDEX post_newest ON post (published_at DESC, id DESC) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX post_newest_of_author ON post (author_uid, published_at DESC, id DESC)
  WHERE status = 'approved' AND deleted_at IS NULL;
-- The author's desk, with and without a status; the first also finds what a purge must empty.
CREATE INDEX post_desk ON post (author_uid, updated_at DESC, id DESC);
CREATE INDEX post_desk_by_status ON post (author_uid, status, updated_at DESC, id DESC) WHERE deleted_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON post TO lamplight_app;

-- Counters live apart from the post: counting a like must not rewrite a body. Whoever finds the row free
-- adds to it; whoever finds it taken leaves a delta and goes on, so a hot post is never a queue. The truth
-- is the row plus its deltas; a worker folds them within a second.
CREATE TABLE post_count (
  post_id   bigint PRIMARY KEY REFERENCES post (id),
  likes     bigint NOT NULL DEFAULT 0,
  dislikes  bigint NOT NULL DEFAULT 0,
  CONSTRAINT post_count_not_negative CHECK (likes >= 0 AND dislikes >= 0)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON post_count TO lamplight_app;

-- No foreign key: checking it would make everybody lock the one hot post's row, which is the queue again.
CREATE TABLE post_count_delta (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id  bigint NOT NULL,
  likes    integer NOT NULL,
  dislikes integer NOT NULL
);
CREATE INDEX post_count_delta_of_post ON post_count_delta (post_id);
GRANT SELECT, INSERT, DELETE ON post_count_delta TO lamplight_app;

-- Every save, whole: a save that loses to another one loses no text.
CREATE TABLE post_revision (
  post_id    bigint NOT NULL REFERENCES post (id),
  version    integer NOT NULL,
  title      text NOT NULL,
  summary    text NOT NULL,
  body       text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_id, version)
);
GRANT SELECT, INSERT, DELETE ON post_revision TO lamplight_app;
