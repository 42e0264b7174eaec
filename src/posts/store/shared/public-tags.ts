import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../../platform/db/prepared.ts';
import { hasPublicPost } from '../tagged-query.ts';

const publicTagsQuery = prepareQuery(
  (db, { ids }: Params<{ ids: number[] }>) => sql<{ id: number }>`
    select tag.id from tag where tag.id = any(${ids}) and ${hasPublicPost(db)}`,
);

/** Those of the tags that have a public post now. */
export async function findPublicTags(db: Db, ids: number[]): Promise<Set<number>> {
  return new Set((await publicTagsQuery(db, { ids })).map(({ id }) => id));
}
