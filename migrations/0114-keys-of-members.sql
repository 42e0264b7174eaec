-- A key contains the member, so that a table can be distributed by it (ADR 0020). Ids stay unique by themselves: the plain
-- indexes serve addresses without a member.
-- oldest program: 0.1.0
ALTER TABLE folder_item DROP CONSTRAINT folder_item_folder_id_fkey;
ALTER TABLE folder DROP CONSTRAINT folder_pkey;
ALTER TABLE folder ADD PRIMARY KEY (uid, id);
DROP INDEX folder_of_user;
CREATE INDEX folder_id ON folder (id);

-- The post before the folder: which folders have a post is one range of the key.
ALTER TABLE folder_item ADD COLUMN uid bigint;
UPDATE folder_item SET uid = folder.uid FROM folder WHERE folder.id = folder_item.folder_id;
ALTER TABLE folder_item ALTER COLUMN uid SET NOT NULL;
ALTER TABLE folder_item DROP CONSTRAINT folder_item_pkey;
ALTER TABLE folder_item ADD PRIMARY KEY (uid, post_id, folder_id);
DROP INDEX folder_item_newest;
CREATE INDEX folder_item_newest ON folder_item (uid, folder_id, created_at DESC, post_id DESC);
ALTER TABLE folder_item
  ADD CONSTRAINT folder_item_of_folder FOREIGN KEY (uid, folder_id) REFERENCES folder (uid, id);

ALTER TABLE series_post DROP CONSTRAINT series_post_of_series;
ALTER TABLE series DROP CONSTRAINT series_and_author;
ALTER TABLE series DROP CONSTRAINT series_pkey;
ALTER TABLE series ADD PRIMARY KEY (author_uid, id);
DROP INDEX series_of_author;
CREATE INDEX series_id ON series (id);

-- The post first: a page of a post knows no more. Its foreign key allows one author only, so it is in one series still.
ALTER TABLE series_post DROP CONSTRAINT series_post_pkey;
ALTER TABLE series_post ADD PRIMARY KEY (post_id, author_uid);
ALTER TABLE series_post DROP CONSTRAINT series_post_order;
ALTER TABLE series_post ADD CONSTRAINT series_post_order UNIQUE (author_uid, series_id, position) DEFERRABLE;
ALTER TABLE series_post
  ADD CONSTRAINT series_post_of_series FOREIGN KEY (author_uid, series_id) REFERENCES series (author_uid, id);

ALTER TABLE profile_change DROP CONSTRAINT profile_change_pkey;
ALTER TABLE profile_change ADD PRIMARY KEY (uid, id);
DROP INDEX profile_change_of_user;
CREATE INDEX profile_change_id ON profile_change (id);

-- A member has one row, and the key contains the uid.
ALTER TABLE user_export DROP CONSTRAINT user_export_key_once;
