import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { SourceName } from '../../reads/rules.ts';
import type { DepthCounts } from '../rules.ts';

// Of one post, which the caller has found to be the author's, each by a range of a primary key or of one index.

export async function listSourceReads(
  db: Db,
  post: number,
  since: string,
): Promise<{ source: SourceName; host: string; reads: number }[]> {
  const { rows } = await sql<{ source: SourceName; host: string; reads: number }>`
    select source, host, sum(reads)::bigint as reads from post_read_source
     where post_id = ${post} and day >= ${since} group by source, host`.execute(db);
  return rows;
}

export async function listDepthDays(
  db: Db,
  post: number,
  since: string,
): Promise<(DepthCounts & { day: string })[]> {
  return db
    .selectFrom('post_read_depth')
    .select(['day', 'measured', 'quarter', 'half', 'three_quarters', 'finished'])
    .where('post_id', '=', post)
    .where('day', '>=', since)
    .execute();
}

/** On a cluster every server looks: a follow is stored with its follower. Follows made on the page of the post that still stand, by the day in Shanghai on which they were made. */
export async function listFollowDays(
  db: Db,
  post: number,
  since: Date,
): Promise<{ day: string; follows: number }[]> {
  const { rows } = await sql<{ day: string; follows: number }>`
    select (changed_at at time zone 'Asia/Shanghai')::date as day, count(*)::int as follows from user_follow
     where following and post_id is not null and post_id = ${post} and changed_at >= ${since} group by 1`.execute(
    db,
  );
  return rows;
}

/** The days on which a version was saved that readers have seen, or that led to what they see; and the last pin. */
export async function listChangeDays(
  db: Db,
  post: number,
  since: Date,
): Promise<{ day: string; kind: 'edited' | 'pinned' }[]> {
  const { rows } = await sql<{ day: string; kind: 'edited' | 'pinned' }>`
    with revision as materialized (
      select version, created_at from post_revision
       where post_id = ${post} and version > 1 and created_at > ${since}::timestamptz
    )
    select distinct (revision.created_at at time zone 'Asia/Shanghai')::date as day, 'edited' as kind
      from post join revision on revision.version <= post.live_version and revision.created_at > post.published_at
     where post.id = ${post}
    union all
    select (pinned_at at time zone 'Asia/Shanghai')::date, 'pinned' from post
     where id = ${post} and pinned_at >= ${since}::timestamptz`.execute(db);
  return rows;
}
