import type { Context, Viewer } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { PostTitle } from '../schema.ts';
import { listTitles, listTitlesWithAuthors } from '../store/titles.ts';

export type Title = { title: string; lang: Language | null };

/** D25: by post id; a post that the viewer may not see has no entry. */
export async function findTitles(
  ctx: Context,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, Title>> {
  const rows = await listTitles(ctx.db, viewer, ids);
  return new Map(rows.map(({ id, title, lang }) => [id, { title, lang: lang as Language | null }]));
}

/** D25: those that the viewer may see, in any order. */
export async function readTitles(
  ctx: Context,
  viewer: Viewer | null,
  ids: number[],
): Promise<PostTitle[]> {
  const rows = await listTitlesWithAuthors(ctx.readDb, viewer, ids);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    lang: row.lang as Language | null,
    author: presentCard(ctx, row),
  }));
}
