import { sql } from 'kysely';
import { coalescedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardSql, isNotDeletedSql } from '../../users/store/shared.ts';

/** How many faces the page shows. */
const GIVERS_SHOWN = 8;
/** Counting stops here: a post that a million people lit costs no more than this. */
export const GIVERS_COUNTED = 1000;

export type GiversRow = {
  givers: (CardRow & { total: number })[] | null;
  giver_count: number;
};

/** Of one post: the limits of several would need a statement for each on a cluster. */
const giversQuery = prepareQuery(
  (_db, { post_id }: Params<{ post_id: number }>) => sql<GiversRow>`
    select (select json_agg(giver) from (
              select ${cardSql()}, member_card.version::text as user_version, given.total
                from (
                  select uid, total from post_energize_total
                   where post_id = ${post_id} and ${isNotDeletedSql(sql`post_energize_total.uid`)}
                   order by total desc, uid limit ${sql.lit(GIVERS_SHOWN)}) given
                join member_card using (uid)
               order by given.total desc, given.uid) giver) as givers,
           (select count(*) from (
              select 1 from post_energize_total where post_id = ${post_id}
               limit ${sql.lit(GIVERS_COUNTED + 1)}) given) as giver_count`,
);

/** Who lit a post, in the order of an index; deleted accounts are left out. */
export const findGivers = coalescedRead(async (db, key: { post_id: number }) => {
  const [row] = await giversQuery(db, key);
  return row ?? { givers: null, giver_count: 0 };
});
