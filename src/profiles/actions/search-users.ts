import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { assertLevel } from '../../levels/actions.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TextKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { withLevel } from '../../users/rules.ts';
import type { UserCard } from '../../users/schema.ts';
import { normalizeName, SEARCH_LEVEL } from '../rules.ts';
import { searchCards } from '../store.ts';

const UID = /^[1-9]\d{0,14}$/;

/** SPEC §8, A08: users whose name starts with `q`, by name; first the user with that uid. */
export async function searchUsers(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest & { q: string },
): Promise<Page<UserCard>> {
  assertLevel(viewer, SEARCH_LEVEL);
  const page = readPage(TextKey, request);
  const prefix = normalizeName(request.q.trim());
  const uid = UID.test(prefix) ? Number(prefix) : 0;
  const rows = await searchCards(ctx.readDb, { prefix, uid, hidden: hiddenFrom(viewer) }, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.sort_key,
    (row) => presentCard(ctx, withLevel(row)),
  );
}
