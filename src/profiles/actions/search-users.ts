import type { Context, Viewer } from '../../context.ts';
import { assertLevel } from '../../levels/actions.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TextKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { foldName, SEARCH_LEVEL } from '../rules.ts';
import type { UserCard } from '../schema.ts';
import { searchCards } from '../store.ts';
import { presentCard } from './show-profile.ts';

const UID = /^[1-9]\d{0,14}$/;

/** SPEC §8, A08: people whose name begins so, by name; before them the one whose uid it is. */
export async function searchUsers(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { q: string },
): Promise<Page<UserCard>> {
  assertLevel(viewer, SEARCH_LEVEL);
  const page = readPage(TextKey, request);
  const prefix = foldName(request.q.trim());
  const uid = UID.test(prefix) ? Number(prefix) : 0;
  const rows = await searchCards(ctx.readDb, { prefix, uid }, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.sort_key,
    (row) => presentCard(ctx, row),
  );
}
