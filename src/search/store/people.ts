import { sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../../blocks/rules.ts';
import { notHiddenSql } from '../../blocks/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardSql } from '../../users/store/shared.ts';
import { NAME_LIMITS } from '../rules.ts';
import { bestFirst, candidatesSql, type NameSearch } from './names.ts';

export async function findUidByName(db: Db, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('username_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.uid;
}

export type PersonRow = CardRow & {
  signature: string;
  followers: number;
  posts: number;
  tier: number;
  weight: number;
};

/**
 * A08: without deleted and banned members; D67: and without those whom the reader hides. First the one with that uid, then names that begin so. `offset 0` makes it a
 * lookup per candidate, until the page is full.
 */
export async function listPeople(db: Db, search: NameSearch, hidden: Hidden): Promise<PersonRow[]> {
  const posts = everyPublicPostQuery(db, FOR_EVERYBODY)
    .where('post.author_uid', '=', sql.ref<number>('card.uid'))
    .limit(sql.lit(NAME_LIMITS.postsCounted));
  const { rows } = await sql<PersonRow>`
    with ${candidatesSql('person', search)}, page as materialized (
      select active.*, candidate.tier, candidate.weight
        from (${bestFirst}) as candidate cross join lateral (
          select ${cardSql('card')}, card.signature from member_card card
           where card.uid = candidate.ref_id and card.state = 'active'
             and ${notHiddenSql(sql.ref('card.uid'), hidden)} offset 0
        ) as active
       order by candidate.tier, candidate.weight desc, candidate.ref_id limit ${search.limit}
    )
    select ${cardSql('card')}, signature, tier, weight, coalesce(user_count.followers, 0) as followers,
           (select count(*) from (${posts}) as counted) as posts
      from page as card left join user_count on user_count.uid = card.uid
     order by tier, weight desc, card.uid`.execute(db);
  return rows;
}
