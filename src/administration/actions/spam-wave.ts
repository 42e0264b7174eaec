import { listCommentsForStaff } from '../../comments/actions/search-comments.ts';
import type { StaffComment } from '../../comments/schema.ts';
import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import { Refusal } from '../../refusals.ts';
import { changeStatus } from './change-user.ts';
import { removeCommentAsStaff } from './remove-comment.ts';

/** More comments than this are another wave. */
const WAVE_MAX = 500;
const PAGE = 100;
/** So many short or empty pages of a bounded scan are read for one preview. */
const PAGES_MAX = 20;

type WaveFilter = { q?: string; accounts: number[]; hours: number };

/** Recent comments that contain a text, or were written by these accounts; newest first. */
export async function findWave(
  ctx: Context,
  staff: Viewer,
  { q, accounts, hours }: WaveFilter,
): Promise<StaffComment[]> {
  if (q === undefined && accounts.length === 0) return [];
  const since = addSeconds(ctx.now(), -hours * 3600).toISOString();
  const found: StaffComment[] = [];
  for (const author of accounts.length > 0 ? accounts : [undefined]) {
    const filter = {
      ...(q === undefined ? {} : { q }),
      ...(author === undefined ? {} : { author }),
    };
    let cursor: string | undefined;
    for (let pages = 0; pages < PAGES_MAX && found.length < WAVE_MAX; pages++) {
      const request = { ...filter, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next_cursor } = await listCommentsForStaff(ctx, staff, request);
      found.push(...items.filter(({ created_at }) => created_at > since));
      const last = items.at(-1);
      if (next_cursor === null || (last && last.created_at <= since)) break;
      cursor = next_cursor;
    }
  }
  return found.slice(0, WAVE_MAX);
}

type Wave = { comments: number[]; accounts: number[]; reason: string; batch: string };

/**
 * Removes the comments and bans the accounts, one by one, so that what cannot be done stops nothing else. All of it can
 * be undone at once.
 */
export async function removeWave(
  ctx: Context,
  staff: Viewer,
  { comments, accounts, reason, batch }: Wave,
): Promise<{ removed: number; banned: number; refused: number }> {
  const done = { removed: 0, banned: 0, refused: 0 };
  for (const id of comments) {
    const ok = await tryTo(() => removeCommentAsStaff(ctx, staff, id, { reason, batch }));
    if (ok) done.removed++;
    else done.refused++;
  }
  for (const uid of accounts) {
    const ok = await tryTo(() =>
      changeStatus(ctx, staff, uid, { status: 'banned', reason, batch }),
    );
    if (ok) done.banned++;
    else done.refused++;
  }
  return done;
}

async function tryTo(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
