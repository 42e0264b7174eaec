import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type CheckGroup, createComparison, filterByOwner, type Only } from './check.ts';

function selectTotals(only: Only) {
  return sql`
    select post_id, sum(reads) as reads from post_read_day where ${only('post_id')} group by post_id`;
}

/** D62: the days of a post are the source. Who read it is not known any more. */
export const POST_READS: CheckGroup = {
  checks: [
    createComparison({
      name: 'post reads',
      invariant: 'D62',
      title: 'the reads of every post equal those of its days',
      key: ['post_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['reads'],
      stored: (only) => sql`select post_id, reads from post_read_count where ${only('post_id')}`,
      actual: selectTotals,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockReads, rewrite: rewriteTotals },
};

function selectAuthorDays(only: Only) {
  return sql`
    select author_uid, day, sum(reads) as reads
      from post_read_day join post on post.id = post_id where ${only('author_uid')} group by author_uid, day`;
}

export const AUTHOR_READS: CheckGroup = {
  checks: [
    createComparison({
      name: 'author reads',
      invariant: 'D62',
      title: 'the reads of every author on every day equal those of the posts',
      key: ['author_uid', 'day'],
      owner: ['author_uid'],
      subject: sql`'user ' || author_uid || ' on ' || day`,
      values: ['reads'],
      stored: (only) =>
        sql`select author_uid, day, reads from author_read_day where ${only('author_uid')}`,
      actual: selectAuthorDays,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockReads, rewrite: rewriteAuthorDays },
};

/** Each process counts reads once a second and can wait: a row lock would not stop the first read of a day. */
async function lockReads(trx: Trx): Promise<void> {
  await sql`lock table post_read_count, author_read_day in share row exclusive mode`.execute(trx);
}

async function rewriteTotals(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with received as (
      select post_id, reads from (${selectTotals(only)}) as actual
      union all
      select post_id, 0 from post_read_count where ${only('post_id')}
    )
    insert into post_read_count (post_id, reads)
    select post_id, sum(reads) from received group by post_id
    on conflict (post_id) do update set reads = excluded.reads`.execute(trx);
}

async function rewriteAuthorDays(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with received as (
      select author_uid, day, reads from (${selectAuthorDays(only)}) as actual
      union all
      select author_uid, day, 0 from author_read_day where ${only('author_uid')}
    )
    insert into author_read_day (author_uid, day, reads)
    select author_uid, day, sum(reads) from received group by author_uid, day
    on conflict (author_uid, day) do update set reads = excluded.reads`.execute(trx);
}
