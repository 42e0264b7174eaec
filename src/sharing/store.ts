import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import { batchedFind } from '../platform/db/batch/batched-read.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../posts/store/shared/visible-posts.ts';
import { shownTagsSql } from '../tags/store/shared.ts';

export type SharedPost = {
  id: number;
  title: string;
  summary: string;
  lang: string | null;
  minutes: number | null;
  energy: number;
  uid: number;
  username: string | null;
  /** Null if staff removed the image. */
  cover_key: string | null;
  avatar_key: string | null;
  /** Names, in the author's order. */
  tags: string[];
};

const sharedPostsQuery = prepareQuery((db, { ids }: Params<{ ids: number[] }>) =>
  everyPublicPostQuery(db, FOR_EVERYBODY)
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .innerJoin('post_count', 'post_count.post_id', 'post.id')
    .where('post.id', '=', sql<number>`any(${ids})`)
    .select(['post.title', 'post.summary', 'post.lang', 'member_card.uid', 'member_card.username'])
    .select('post_count.energy')
    .select([
      sql<number | null>`case when post.card_version = post.live_version then post.minutes end`.as(
        'minutes',
      ),
      remainingUpload('post.cover_key').as('cover_key'),
      remainingUpload('member_card.avatar_key').as('avatar_key'),
      shownTagsSql(sql.ref('post.tag_ids')).as('tags'),
    ]),
);

const findPublic = batchedFind(
  (db, ids: number[]) => sharedPostsQuery(db, { ids }) as Promise<SharedPost[]>,
  ({ id }) => id,
);

/** D25: what a public post shows where it is shared. Undefined for any other. */
export function findSharedPost(db: Db, id: number): Promise<SharedPost | undefined> {
  return findPublic(db, id);
}

/** D55: the key, unless staff removed the image. */
function remainingUpload(column: 'post.cover_key' | 'member_card.avatar_key') {
  return sql<string | null>`(
    select upload.key from upload where upload.key = ${sql.ref(column)} and upload.removed_at is null)`;
}

/** Those of the ids that are not public. */
export async function listHidden(trx: Trx, ids: number[]): Promise<number[]> {
  const found = await publicPostsQuery(trx, ids, FOR_EVERYBODY).execute();
  const visible = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !visible.has(id));
}
