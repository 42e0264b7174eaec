import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type KeysetPage, LAST_LETTER } from '../../platform/db/keyset.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import type { TagName } from '../rules.ts';

const COLUMNS = [
  'tag.id',
  'tag.slug',
  'tag.name',
  'tag.description',
  'tag.blocked',
  'tag.merged_into',
  'tag.posts',
  'tag.followers',
  'tag.created_at',
] as const;

function tagsWithTarget(db: Db) {
  return db
    .selectFrom('tag')
    .leftJoin('tag as target', 'target.id', 'tag.merged_into')
    .select([...COLUMNS, 'target.slug as target_slug', 'target.name as target_name']);
}

function managedTags(db: Db) {
  return (
    tagsWithTarget(db)
      // Word for word the condition of the partial indexes. D51: the tags of drafts are not listed.
      .where(
        sql<SqlBool>`(tag.posts > 0 or tag.blocked or tag.merged_into is not null or tag.description <> '')`,
      )
  );
}

/** Every tag that was ever public: the newest first. */
export function listAllTags(db: Db, { after, limit }: KeysetPage<number>) {
  const tags = managedTags(db)
    .orderBy('tag.id', 'desc')
    .limit(limit + 1);
  return (after ? tags.where('tag.id', '<', after) : tags).execute();
}

/** Those that begin with a text, by their slugs. */
export function listTagsByPrefix(db: Db, prefix: string, { after, limit }: KeysetPage<string>) {
  const tags = managedTags(db)
    .where('tag.slug', '>=', prefix)
    .where('tag.slug', '<', prefix + LAST_LETTER)
    .orderBy('tag.slug')
    .limit(limit + 1);
  return (after ? tags.where('tag.slug', '>', after) : tags).execute();
}

export type ManagedTagRow = Awaited<ReturnType<typeof listAllTags>>[number];

export function findManagedTag(db: Db, id: number) {
  return tagsWithTarget(db).where('tag.id', '=', id).executeTakeFirst();
}

export function findTagBySlug(db: Db, slug: string) {
  return db
    .selectFrom('tag')
    .select(['id', 'merged_into'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/**
 * Locks tags with all that were merged into them, in the order of ids as everybody who changes tags, and then reads them.
 * A tag merged into one of these meanwhile waits for the lock of its target.
 */
export async function lockTagTrees(trx: Trx, ids: number[]): Promise<Map<number, LockedTag>> {
  await sql`
    select from tag where id = any(${ids}) or merged_into = any(${ids}) order by id for no key update`.execute(
    trx,
  );
  const { rows } = await sql<LockedTag>`
    select id, slug, name, description, blocked, merged_into, merged_via from tag
     where id = any(${ids}) or merged_into = any(${ids})`.execute(trx);
  return new Map(rows.map((tag) => [tag.id, tag]));
}

export type LockedTag = {
  id: number;
  slug: string;
  name: string;
  description: string;
  blocked: boolean;
  merged_into: number | null;
  merged_via: number | null;
};

export async function updateTag(
  trx: Trx,
  id: number,
  changes: Partial<Omit<LockedTag, 'id'>>,
): Promise<void> {
  await trx.updateTable('tag').set(changes).where('id', '=', id).execute();
}

/** Where several tags lead to. */
export async function updateTargets(trx: Trx, ids: number[], target: number): Promise<void> {
  await sql`update tag set merged_into = ${target} where id = any(${ids})`.execute(trx);
}

/** An earlier name of a tag leads to it. */
export async function insertEarlierName(
  trx: Trx,
  { slug, name }: TagName,
  tagId: number,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('tag')
    .values({ slug, name, merged_into: tagId, merged_via: tagId, created_at: now })
    .execute();
}

/** The posts of the tag are derived again; `chosen` limits them to those with one of these tags. */
export async function insertRecheck(trx: Trx, tagId: number, chosen?: number[]): Promise<void> {
  await trx
    .insertInto('tag_recheck')
    .values({ tag_id: tagId, ...(chosen ? { chosen } : {}) })
    .execute();
}

/** Drops the cached pages that show one of these tags. */
export function dropPagesOf(trx: Trx, ids: Iterable<number>): void {
  invalidateAfterCommit(trx, 'tag', [...ids]);
}
