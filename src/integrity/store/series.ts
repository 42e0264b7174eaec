import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

function selectDense(only: Only) {
  return sql`
    select author_uid, series_id, post_id,
           row_number() over (partition by author_uid, series_id order by position)::int as position
      from series_post where ${only('author_uid', 'series_id')}`;
}

/** The numbers of readers come from the order alone; with a gap, fewer posts than the limit would fit. */
export const SERIES_POSITIONS: CheckGroup = {
  checks: [
    createComparison({
      name: 'series positions',
      invariant: 'ADR 0049',
      title: 'the posts of every series have the positions 1, 2, 3, …',
      key: ['author_uid', 'series_id', 'post_id'],
      owner: ['author_uid', 'series_id'],
      subject: sql`'series ' || series_id || ', post ' || post_id`,
      values: ['position'],
      stored: (only) =>
        sql`
        select author_uid, series_id, post_id, position from series_post
         where ${only('author_uid', 'series_id')}`,
      actual: selectDense,
      absent: 'differs',
    }),
  ],
  repair: {
    lock: lockSeries,
    rewrite: async (trx, owner) => {
      await sql`
        update series_post set position = dense.position
          from (${selectDense(filterByOwner(owner))}) as dense
         where series_post.author_uid = dense.author_uid and series_post.post_id = dense.post_id`.execute(
        trx,
      );
    },
  },
};

/** Every write of a series locks its row first. */
async function lockSeries(trx: Trx, [uid = 0, id = 0]: number[]): Promise<void> {
  await sql`select from series where author_uid = ${uid} and id = ${id} for no key update`.execute(
    trx,
  );
}
