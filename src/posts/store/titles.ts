import { sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { everyListedPostQuery } from './shared/visible-posts.ts';

/** D25, D51: only of posts that the viewer may see in a list. */
export async function listTitles(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from post
     where id = any(${ids}) and id in (${everyListedPostQuery(db, viewer)})`.execute(db);
  return rows;
}
