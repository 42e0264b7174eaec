import { sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { everyVisiblePostQuery } from '../../posts/store/shared/visible-posts.ts';
import type { Received } from '../rules.ts';

export type VisitMark = { since: Date | null } & {
  [Name in keyof Received as `since_${Name}`]: number;
};

/**
 * Moves the mark of the member's last visit. A visit ends when the overview was not opened for `gap` seconds: only then
 * does the time of the last opening become the one to compare with, so that a reload does not empty the list.
 *
 *   seen before        since                     seen
 *   never              stays null                now
 *   within the gap     stays                     now
 *   before the gap     the time last seen        now
 */
export async function upsertVisit(
  db: TrxOrAutocommit,
  uid: number,
  now: Date,
  today: Received,
  gap: number,
): Promise<VisitMark> {
  const isNew = sql`studio_visit.seen_at < ${now}::timestamptz - make_interval(secs => ${gap})`;
  const since = (name: keyof Received) =>
    sql`${sql.ref(`since_${name}`)} = case when ${isNew} then ${sql.ref(`studio_visit.seen_${name}`)}
                                           else ${sql.ref(`studio_visit.since_${name}`)} end`;
  const { reads, energy, comments, likes, favorites } = today;
  const { rows } = await sql<VisitMark>`
    insert into studio_visit (uid, seen_at, seen_reads, seen_energy, seen_comments, seen_likes, seen_favorites)
    values (${uid}, ${now}, ${reads}, ${energy}, ${comments}, ${likes}, ${favorites})
    on conflict (uid) do update
       set since = case when ${isNew} then studio_visit.seen_at else studio_visit.since end,
           ${since('reads')}, ${since('energy')}, ${since('comments')}, ${since('likes')}, ${since('favorites')},
           seen_at = greatest(studio_visit.seen_at, excluded.seen_at), seen_reads = excluded.seen_reads,
           seen_energy = excluded.seen_energy, seen_comments = excluded.seen_comments,
           seen_likes = excluded.seen_likes, seen_favorites = excluded.seen_favorites
    returning since, since_reads, since_energy, since_comments, since_likes, since_favorites`.execute(
    db,
  );
  return rows[0] as VisitMark;
}

/** Without moving the mark: for a page that nobody looks at yet. */
export async function findVisit(
  db: Db,
  uid: number,
): Promise<(VisitMark & { seen_at: Date }) | undefined> {
  return db
    .selectFrom('studio_visit')
    .select(['seen_at', 'since', 'since_reads', 'since_energy', 'since_comments'])
    .select(['since_likes', 'since_favorites'])
    .where('uid', '=', uid)
    .executeTakeFirst();
}

export async function deleteVisit(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('studio_visit').where('uid', '=', uid).execute();
}

/** Follows since then that still stand, by the index of the list; counted up to a limit. */
export async function countFollowersSince(
  db: Db,
  uid: number,
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from user_follow where followed_uid = ${uid} and following and changed_at > ${since} limit ${limit}
    ) as recent`.execute(db);
  return rows[0]?.count ?? 0;
}

/** D25: without those that the author does not see any more. */
export async function listTitles(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<{ id: number; title: string }[]> {
  return everyVisiblePostQuery(db, viewer)
    .select('post.title')
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where('post.author_uid', '=', viewer.uid)
    .execute();
}
