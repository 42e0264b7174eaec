import { sql } from 'kysely';
import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';
import { isVisibleTo } from './visibility.ts';

export function listTitles(
  db: Db,
  viewer: Viewer,
  ids: number[],
): Promise<{ id: number; title: string; lang: string | null }[]> {
  return selectListed(db, viewer, ids).select(['post.id', 'post.title', 'post.lang']).execute();
}

export function listTitlesWithAuthors(db: Db, viewer: Viewer | null, ids: number[]) {
  return selectListed(db, viewer, ids)
    .innerJoin('member_card', 'member_card.uid', 'post.author_uid')
    .select(['post.id', 'post.title', 'post.lang', ...CARD_COLUMNS])
    .execute();
}

/** D25, D51: of visible posts only; staff can open a draft by its address, but no list shows them one of another author. */
function selectListed(db: Db, viewer: Viewer | null, ids: number[]) {
  return db
    .selectFrom('post')
    .where('post.id', '=', sql<number>`any(${ids})`)
    .where(isVisibleTo(viewer))
    .where((eb) =>
      eb.or([
        eb('post.status', '<>', sql.lit('draft')),
        eb('post.author_uid', '=', viewer?.uid ?? 0),
      ]),
    );
}
