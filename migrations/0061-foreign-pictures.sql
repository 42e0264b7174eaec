-- Pictures of other sites that the server fetched, or is fetching, for a post. A slot is the permission to fetch one: the
-- key and the CHECK are the limit of fifty a post, however many requests arrive at once.
-- No foreign key to `post`: its check would lock rows that authors are saving, and no post is ever deleted.
CREATE TABLE foreign_picture (
  post_id    bigint NOT NULL,
  slot       smallint NOT NULL,
  -- SHA-256 of the address: the same picture is fetched once, and no address of anybody is stored here.
  address    bytea NOT NULL,
  -- Null while it is being fetched. The sweep of unused uploads frees the slot.
  upload_id  bigint REFERENCES upload ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  CONSTRAINT foreign_picture_pkey PRIMARY KEY (post_id, slot),
  CONSTRAINT foreign_picture_once UNIQUE (post_id, address),
  CONSTRAINT foreign_picture_slot CHECK (slot BETWEEN 1 AND 50),
  CONSTRAINT foreign_picture_address CHECK (length(address) = 32)
);
CREATE INDEX foreign_picture_upload ON foreign_picture (upload_id) WHERE upload_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON foreign_picture TO lamplight_app;
