-- D15: replies of a deleted account, for as long as it can be restored. `comment.reply_count` counts them and the lists
-- do not show them, so the count that is shown is without these. Kept apart, because writing `comment` again would
-- index every text again. Written under the lock of the root. No foreign keys: users and comments are never deleted, and
-- the checks would be most of the time that it takes to delete an account with a hundred thousand replies.
CREATE TABLE hidden_reply (
  uid     bigint NOT NULL,
  root_id bigint NOT NULL,
  replies integer NOT NULL,
  PRIMARY KEY (uid, root_id),
  CONSTRAINT hidden_reply_some CHECK (replies > 0)
);
CREATE INDEX hidden_reply_of_root ON hidden_reply (root_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON hidden_reply TO lamplight_app;

-- D15: deleted accounts with too many followers to take the account off the counter of each. What a member follows is
-- counted with these accounts, and shown without them.
CREATE TABLE hidden_star (
  uid bigint PRIMARY KEY REFERENCES users (uid)
);
GRANT SELECT, INSERT, DELETE ON hidden_star TO lamplight_app;

-- Accounts that are deleted already were still counted.
INSERT INTO hidden_reply (uid, root_id, replies)
SELECT users.uid, comment.root_id, count(*)
  FROM users JOIN comment ON comment.author_uid = users.uid
 WHERE users.deleted_at IS NOT NULL AND comment.root_id IS NOT NULL AND comment.deleted_at IS NULL
 GROUP BY users.uid, comment.root_id;

INSERT INTO post_count_delta (post_id, day, undated, likes, dislikes, comments)
SELECT comment.post_id, (now() AT TIME ZONE 'Asia/Shanghai')::date, true, 0, 0, - count(*)
  FROM comment
  JOIN comment root ON root.id = coalesce(comment.root_id, comment.id)
  JOIN users author ON author.uid = comment.author_uid
  JOIN users root_author ON root_author.uid = root.author_uid
 WHERE comment.deleted_at IS NULL AND root.deleted_at IS NULL
   AND (author.deleted_at IS NOT NULL OR root_author.deleted_at IS NOT NULL)
 GROUP BY comment.post_id;

-- More than COUNTED_FOLLOWERS_MAX in src/follows/rules.ts.
INSERT INTO hidden_star (uid)
SELECT users.uid
  FROM users JOIN user_follow follow ON follow.followed_uid = users.uid
 WHERE users.deleted_at IS NOT NULL AND follow.following
 GROUP BY users.uid HAVING count(*) > 10000;

INSERT INTO user_count_delta (uid, followers, following)
SELECT follow.followed_uid, -1, 0
  FROM users JOIN user_follow follow ON follow.follower_uid = users.uid
 WHERE users.deleted_at IS NOT NULL AND follow.following
UNION ALL
SELECT follow.follower_uid, 0, -1
  FROM users JOIN user_follow follow ON follow.followed_uid = users.uid
 WHERE users.deleted_at IS NOT NULL AND follow.following
   AND NOT EXISTS (SELECT FROM hidden_star star WHERE star.uid = users.uid);
