import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import {
  type CheckGroup,
  createComparison,
  createInspection,
  filterByOwner,
  type Only,
} from './check.ts';

/** The sources of a purged post are deleted; its reads stay. */
function selectReads(only: Only) {
  return sql`
    select post_id, day, reads from post_read_day join post on post.id = post_id
     where post.purged_at is null and ${only('post_id')}`;
}

function selectSources(only: Only) {
  return sql`
    select post_id, day, sum(reads) as reads from post_read_source where ${only('post_id')} group by post_id, day`;
}

/** D62: every read has one source. The days are right: sources are a detail of them. */
export const READ_SOURCES: CheckGroup = {
  checks: [
    createComparison({
      name: 'read sources',
      invariant: 'D62',
      title: 'the sources of every post on every day add up to its reads',
      key: ['post_id', 'day'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id || ' on ' || day`,
      values: ['reads'],
      stored: selectSources,
      actual: selectReads,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockDetails, rewrite: rewriteSources },
};

function selectDepths(only: Only) {
  return sql`
    select post_id, sum(measured) as measured, sum(finished) as finished from post_read_depth
     where ${only('post_id')} group by post_id`;
}

export const READ_DEPTHS: CheckGroup = {
  checks: [
    createComparison({
      name: 'read depths',
      invariant: 'D62',
      title: 'how far every post was read equals its days',
      key: ['post_id'],
      owner: ['post_id'],
      subject: sql`'post ' || post_id`,
      values: ['measured', 'finished'],
      stored: (only) =>
        sql`select post_id, measured, finished from post_read_count where ${only('post_id')}`,
      actual: selectDepths,
      absent: 'means zero',
    }),
  ],
  repair: { lock: lockDetails, rewrite: rewriteDepths },
};

/** Nobody reaches the half without the quarter. A program cannot know which of the numbers is wrong. */
export const DEPTH_ORDER: CheckGroup = {
  checks: [
    createInspection({
      name: 'depth order',
      invariant: 'D62',
      title: 'no more readers of a day reached a part of a post than the part before it',
      key: ['post_id', 'day'],
      subject: sql`'post ' || post_id || ' on ' || day`,
      values: ['measured', 'quarter', 'half', 'three_quarters', 'finished'],
      rows: () => sql`
        select post_id, day, measured, least(measured, coalesce(reads, 0)) as right_measured,
               quarter, least(quarter, measured) as right_quarter, half, least(half, quarter) as right_half,
               three_quarters, least(three_quarters, half) as right_three_quarters,
               finished, least(finished, three_quarters) as right_finished
          from post_read_depth left join post_read_day using (post_id, day)`,
    }),
  ],
};

/** Each process counts reads once a second and can wait: a row lock would not stop the first read of a day. */
async function lockDetails(trx: Trx): Promise<void> {
  await sql`lock table post_read_count, post_read_source in share row exclusive mode`.execute(trx);
}

/** Reads without a source become those of which it is not known; a day with too many sources begins again. */
async function rewriteSources(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    delete from post_read_source as source using (
      select post_id, day from (${selectSources(only)}) as stored left join (${selectReads(only)}) as actual using (post_id, day)
       where stored.reads > coalesce(actual.reads, 0)
    ) as wrong where source.post_id = wrong.post_id and source.day = wrong.day`.execute(trx);
  await sql`
    insert into post_read_source (post_id, day, source, reads)
    select post_id, day, 'unknown', actual.reads - coalesce(stored.reads, 0)
      from (${selectReads(only)}) as actual left join (${selectSources(only)}) as stored using (post_id, day)
     where actual.reads > coalesce(stored.reads, 0)
    on conflict (post_id, day, source, host) do update set reads = post_read_source.reads + excluded.reads`.execute(
    trx,
  );
}

async function rewriteDepths(trx: Trx, owner: number[]): Promise<void> {
  const only = filterByOwner(owner);
  await sql`
    with received as (
      select post_id, measured, finished from (${selectDepths(only)}) as actual
      union all
      select post_id, 0, 0 from post_read_count where ${only('post_id')}
    )
    insert into post_read_count (post_id, reads, measured, finished)
    select post_id, 0, sum(measured), sum(finished) from received group by post_id
    on conflict (post_id) do update set measured = excluded.measured, finished = excluded.finished`.execute(
    trx,
  );
}
