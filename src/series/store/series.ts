import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { everyPublicPostQuery } from '../../posts/store/shared/visible-posts.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import { cardVersionSql } from '../../users/store/shared.ts';
import type { SeriesKey } from './shared.ts';

const SERIES_COLUMNS = [
  'series.id',
  'series.author_uid',
  'series.title',
  'series.description',
  'series.lang',
  'series.text_removed_at',
  'series.version',
  'series.created_at',
  'series.updated_at',
] as const;

function isSeries({ author_uid, id }: SeriesKey) {
  return sql<boolean>`series.author_uid = ${author_uid} and series.id = ${id}`;
}

type SeriesText = { title: string; description: string; lang: string | null };
export type LockedSeries = Awaited<ReturnType<typeof lockSeries>>[number];
export type SeriesRow = NonNullable<Awaited<ReturnType<typeof findSeries>>>;

/**
 * Every write of a series starts here: its row is the lock of its text, its posts and their order. Two series are locked
 * in the order of their ids. Another author's series is not found.
 */
export function lockSeries(trx: Trx, uid: number, ids: number[]) {
  return trx
    .selectFrom('series')
    .select(SERIES_COLUMNS)
    .where('id', '=', sql<number>`any(${ids})`)
    .where('author_uid', '=', uid)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The same for the staff. */
export function lockSeriesOfAnybody(
  trx: Trx,
  series: SeriesKey,
): Promise<LockedSeries | undefined> {
  return trx
    .selectFrom('series')
    .select(SERIES_COLUMNS)
    .where(isSeries(series))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** With its author, and how many of its posts are public. Series of deleted accounts are visible to no viewer. */
export function findSeries(db: Db, series: SeriesKey) {
  return seriesQuery(db).where(isSeries(series)).executeTakeFirst();
}

/** The newest first; with `public`, only those with a public post. */
export function listSeries(db: Db, uid: number, shown: 'all' | 'public', page: KeysetPage<number>) {
  let series = seriesQuery(db).where('series.author_uid', '=', uid);
  if (shown === 'public') series = series.where(hasPublicPost(db));
  if (page.after !== undefined) series = series.where('series.id', '<', page.after);
  return series
    .orderBy('series.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

function seriesQuery(db: Db) {
  return db
    .selectFrom('series')
    .innerJoin('member_card', 'member_card.uid', 'series.author_uid')
    .select([...SERIES_COLUMNS, ...CARD_COLUMNS, cardVersionSql])
    .select(
      sql<number>`(
        select count(*) from series_post
         where ${isInSeries()} and series_post.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)}))`.as(
        'posts',
      ),
    )
    .where('member_card.state', '<>', sql.lit('deleted'));
}

function isInSeries() {
  return sql`series_post.author_uid = series.author_uid and series_post.series_id = series.id`;
}

function hasPublicPost(db: Db) {
  return sql<boolean>`exists (
    select from series_post
     where ${isInSeries()} and series_post.post_id in (${everyPublicPostQuery(db, FOR_EVERYBODY)}))`;
}

/** An author has at most SERIES_MAX. */
export async function countSeries(
  db: Db,
  uid: number,
  shown: 'all' | 'public' = 'all',
): Promise<number> {
  let series = db
    .selectFrom('series')
    .select((eb) => eb.fn.countAll<number>().as('series'))
    .where('author_uid', '=', uid);
  if (shown === 'public') series = series.where(hasPublicPost(db));
  return (await series.executeTakeFirstOrThrow()).series;
}

export async function insertSeries(
  trx: Trx,
  series: SeriesText & { author_uid: number; created_at: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('series')
    .values({ ...series, updated_at: series.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A text of the author. */
export async function updateText(
  trx: Trx,
  series: SeriesKey,
  text: SeriesText,
  now: Date,
): Promise<void> {
  invalidateAfterCommit(trx, 'series', [series.id]);
  await trx
    .updateTable('series')
    .set({ ...text, text_removed_at: null, updated_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isSeries(series))
    .execute();
}

export async function removeText(trx: Trx, series: SeriesKey, now: Date): Promise<void> {
  invalidateAfterCommit(trx, 'series', [series.id]);
  await trx
    .updateTable('series')
    .set({ title: '', description: '', lang: null, text_removed_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isSeries(series))
    .execute();
}

/** After its posts or their order changed. */
export async function updateVersion(
  trx: Trx,
  uid: number,
  ids: number[],
  now: Date,
): Promise<void> {
  invalidateAfterCommit(trx, 'series', ids);
  await trx
    .updateTable('series')
    .set({ updated_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('author_uid', '=', uid)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** Only an empty one: the foreign key of its posts prevents any other. */
export async function deleteSeries(trx: Trx, series: SeriesKey): Promise<void> {
  invalidateAfterCommit(trx, 'series', [series.id]);
  await trx.deleteFrom('series').where(isSeries(series)).execute();
}

/** Everything of an author: a few rows, because both numbers are bounded. */
export async function deleteSeriesOf(trx: Trx, uid: number): Promise<void> {
  const series = await trx
    .selectFrom('series')
    .select('id')
    .where('author_uid', '=', uid)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = series.map(({ id }) => id);
  await trx.deleteFrom('series_post').where('author_uid', '=', uid).execute();
  await trx.deleteFrom('series').where('author_uid', '=', uid).execute();
  invalidateAfterCommit(trx, 'series', ids);
}
