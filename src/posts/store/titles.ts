import { sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isVisibleTo } from './visibility.ts';

/** D25, D51: of visible posts only; staff can open a draft by its address, but no list shows them one of another author. */
export function listTitles(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('post')
    .select(['post.id', 'post.title'])
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where(isVisibleTo(viewer))
    .where((eb) =>
      eb.or([eb('post.status', '<>', sql.lit('draft')), eb('post.author_uid', '=', viewer.uid)]),
    )
    .execute();
}
