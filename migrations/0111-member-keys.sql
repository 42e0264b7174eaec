-- Rows of a member with an id of their own: the key begins with the uid, and replaces the index by uid.
ALTER TABLE security_event
  DROP CONSTRAINT security_event_pkey,
  ADD PRIMARY KEY (uid, id);
DROP INDEX security_event_of_user;

ALTER TABLE user_count_delta
  DROP CONSTRAINT user_count_delta_pkey,
  ADD PRIMARY KEY (uid, id);
DROP INDEX user_count_delta_of_user;
