-- Adds to the numbers of a post on a day. A function, because the statement that changes the counters is about tables of one machine,
-- and on a distributed site the day is on another (ADR 0074): inside of it, that machine would be asked for every part of the statement.
CREATE FUNCTION add_to_post_day(author bigint, date_of_change date, post bigint, new_likes integer, new_comments integer, new_favorites integer, new_energy integer)
RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_day AS known (author_uid, day, post_id, likes, comments, favorites, energy)
  VALUES (author, date_of_change, post, new_likes, new_comments, new_favorites, new_energy)
  ON CONFLICT (author_uid, day, post_id) DO UPDATE
     SET likes = known.likes + excluded.likes, comments = known.comments + excluded.comments,
         favorites = known.favorites + excluded.favorites, energy = known.energy + excluded.energy, stirred = true;
  RETURN post;
END $$;
