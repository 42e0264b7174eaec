import type { Context, Viewer } from '../../context.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  timeKeyOf,
  toPage,
} from '../../platform/http/pagination.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { type BlockKind, isHiddenFrom } from '../rules.ts';
import type { BlockCard } from '../schema.ts';
import { findKind, listBlocks } from '../store/blocks.ts';

/** Newest first. Only for the member: nobody learns that they are muted, or by whom they are blocked. */
export async function listOwnBlocks(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<BlockCard>> {
  const page = readPage(TimeKey, request);
  // Not from a replica: the list is shown right after a change.
  const rows = await listBlocks(ctx.db, viewer.uid, page);
  return toPage(rows, page.limit, timeKeyOf('created_at', 'uid'), (row) => ({
    ...presentCard(ctx, row),
    kind: row.kind as BlockKind,
    blocked_at: row.created_at.toISOString(),
  }));
}

/** Reads nothing for a viewer who hides nobody. */
export async function findBlockKind(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
): Promise<BlockKind | null> {
  if (!viewer || !isHiddenFrom(viewer, uid)) return null;
  return findKind(ctx.db, viewer.uid, uid);
}
