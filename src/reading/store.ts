import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { type Places, prepared } from '../platform/db/prepared.ts';
import { countsInStatement } from '../posts/actions/count-post.ts';
import type { Reaction } from '../reactions/rules.ts';

type Standing = {
  state: Reaction;
  likes: number;
  dislikes: number;
  favorited: boolean;
  given: number;
  i_follow: boolean;
  follows_me: boolean;
};

type Asked = { post_id: number; author_uid: number; uid: number };

/** Each from one row that its primary key finds; a follow is looked up by its key, and not in a list of follows. */
const standing = prepared(
  (_db, { post_id, author_uid, uid }: Places<Asked>) => sql<Standing>`
    select coalesce((select kind from post_reaction where post_id = ${post_id} and uid = ${uid}), 'none') as state,
           counted.likes, counted.dislikes,
           exists (select from post_favorite where post_id = ${post_id} and uid = ${uid}) as favorited,
           coalesce((select total from post_energize_total where post_id = ${post_id} and uid = ${uid}), 0) as given,
           coalesce((select following from user_follow
                      where follower_uid = ${uid} and followed_uid = ${author_uid}), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = ${author_uid} and followed_uid = ${uid}), false) as follows_me
      from (${countsInStatement(post_id)}) as counted`,
);

export async function findStanding(db: Db, asked: Asked): Promise<Standing | undefined> {
  const [found] = await standing(db, asked);
  return found;
}
