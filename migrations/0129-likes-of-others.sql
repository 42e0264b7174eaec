-- What statements about notifications read of tables that a distributed site has on other machines. Functions: most calls end early,
-- and a statement of its own would ask those machines in any case.

CREATE FUNCTION follows(follower bigint, followed bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM user_follow one WHERE one.follower_uid = follower AND one.followed_uid = followed AND one.following);
END $$;

-- D45: the likes of each post or comment of the reader on a day, without those of the uncounted members. `number` is its place in the
-- arrays; a deleted comment has none. Not below zero, which it could be while deltas of the counter are pending.
CREATE FUNCTION likes_of_others(reader bigint, uncounted bigint[], post_ids bigint[], comment_ids bigint[], days date[])
RETURNS TABLE (number bigint, likes integer) LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  counted jsonb;
  own     jsonb;
BEGIN
  IF array_position(comment_ids, NULL) IS NOT NULL THEN
    SELECT jsonb_object_agg(one.number, post_day.likes) INTO counted
      FROM unnest(post_ids, comment_ids, days) WITH ORDINALITY AS one (post_id, comment_id, day, number)
      JOIN post_day ON post_day.author_uid = reader AND post_day.day = one.day AND post_day.post_id = one.post_id
     WHERE one.comment_id IS NULL;
    SELECT jsonb_object_agg(mine.number, mine.likes) INTO own FROM (
      SELECT one.number, count(*) AS likes
        FROM unnest(post_ids, comment_ids, days) WITH ORDINALITY AS one (post_id, comment_id, day, number)
        JOIN post_reaction given ON given.post_id = one.post_id AND given.day = one.day
       WHERE given.post_id = ANY (post_ids) AND given.uid = ANY (uncounted) AND given.kind = 'like' AND one.comment_id IS NULL
       GROUP BY one.number
    ) AS mine;
    RETURN QUERY
    SELECT one.key::bigint, greatest(0, one.value::integer - coalesce((own ->> one.key)::integer, 0)) FROM jsonb_each_text(counted) AS one;
  END IF;
  IF array_remove(comment_ids, NULL) <> '{}' THEN
    SELECT jsonb_object_agg(one.number, comment_day.likes) INTO counted
      FROM unnest(post_ids, comment_ids, days) WITH ORDINALITY AS one (post_id, comment_id, day, number)
      JOIN comment_day ON comment_day.author_uid = reader AND comment_day.day = one.day
                      AND comment_day.post_id = one.post_id AND comment_day.comment_id = one.comment_id;
    SELECT jsonb_object_agg(mine.number, mine.likes) INTO own FROM (
      SELECT one.number, (
               SELECT count(*) FROM comment_like given
                WHERE given.post_id = ANY (post_ids) AND given.post_id = comment.post_id AND given.comment_id = comment.id
                  AND given.uid = ANY (uncounted) AND given.day = one.day) AS likes
        FROM unnest(post_ids, comment_ids, days) WITH ORDINALITY AS one (post_id, comment_id, day, number)
        JOIN comment ON comment.post_id = one.post_id AND comment.id = one.comment_id
        JOIN comment root ON root.post_id = comment.post_id AND root.id = coalesce(comment.root_id, comment.id)
       WHERE comment.post_id = ANY (post_ids) AND root.post_id = ANY (post_ids)
         AND comment.deleted_at IS NULL AND root.deleted_at IS NULL
    ) AS mine;
    RETURN QUERY
    SELECT one.key::bigint, greatest(0, one.value::integer - (own ->> one.key)::integer)
      FROM jsonb_each_text(counted) AS one WHERE own ? one.key;
  END IF;
END $$;

-- D45: days of likes with no notification, with one that reports too few people, or with one and no likes left. A like belongs to the
-- day it is given on, so past days only lose likes: once a day has a notification, no earlier day can grow. So this reads only the days
-- from the newest notification on, and the day before it: its last likes may still have been uncounted deltas. Looks at `portion` days at
-- a time, newest first, and stops at the first portion with a change unless `every`: a page only shows whether there is one.
CREATE FUNCTION changed_days_of_likes(reader bigint, since date, most integer, uncounted bigint[], portion integer, every boolean)
RETURNS TABLE (id bigint, post_id bigint, comment_id bigint, day date, likes integer) LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  first_day date := greatest(since, (
    SELECT (entry.payload ->> 'day')::date - 1 FROM notification entry
     WHERE entry.uid = reader AND entry.kind = 'like' ORDER BY entry.created_at DESC, entry.id DESC LIMIT 1));
  recent    record;
  changed   record;
BEGIN
  SELECT array_agg(liked.post_id) AS post_ids, array_agg(liked.comment_id) AS comment_ids, array_agg(liked.day) AS days,
         array_agg(liked.likes) AS counts
    INTO recent
    FROM (
      (SELECT post.post_id, NULL::bigint AS comment_id, post.day, post.likes FROM post_day post
        WHERE post.author_uid = reader AND post.day >= first_day ORDER BY post.day DESC, post.post_id DESC LIMIT most)
      UNION ALL
      (SELECT comment.post_id, comment.comment_id, comment.day, comment.likes FROM comment_day comment
        WHERE comment.author_uid = reader AND comment.day >= first_day ORDER BY comment.day DESC, comment.comment_id DESC LIMIT most)
    ) AS liked;
  FOR start IN 1 .. coalesce(cardinality(recent.days), 0) BY portion LOOP
    -- Those that can have changed, whoever gave their likes.
    SELECT array_agg(one.post_id) AS post_ids, array_agg(one.comment_id) AS comment_ids, array_agg(one.day) AS days,
           array_agg(entry.id) AS ids, array_agg(entry.reported) AS reported
      INTO changed
      FROM unnest(recent.post_ids[start : start + portion - 1], recent.comment_ids[start : start + portion - 1],
                  recent.days[start : start + portion - 1], recent.counts[start : start + portion - 1])
           AS one (post_id, comment_id, day, likes)
      LEFT JOIN LATERAL (
        SELECT known.id, (known.payload ->> 'reported')::integer AS reported FROM notification known
         WHERE known.uid = reader AND known.cause = CASE
                 WHEN one.comment_id IS NULL THEN 'like:' || one.post_id || ':' || one.day
                 ELSE 'comment_like:' || one.comment_id || ':' || one.day END LIMIT 1
      ) entry ON true
     WHERE CASE WHEN entry.id IS NULL THEN one.likes > 0
                ELSE one.likes > entry.reported OR one.likes <= cardinality(uncounted) END;
    CONTINUE WHEN changed.days IS NULL;
    RETURN QUERY
    SELECT changed.ids[one.number], changed.post_ids[one.number], changed.comment_ids[one.number], changed.days[one.number], one.likes
      FROM likes_of_others(reader, uncounted, changed.post_ids, changed.comment_ids, changed.days) AS one
     WHERE CASE WHEN changed.ids[one.number] IS NULL THEN one.likes > 0 ELSE one.likes = 0 OR one.likes > changed.reported[one.number] END;
    EXIT WHEN FOUND AND NOT every;
  END LOOP;
END $$;
