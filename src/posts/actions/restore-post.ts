import type { Context, Viewer } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  timeKeyOf,
  toPage,
} from '../../platform/http/pagination.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import type { DeletedPost } from '../bin-schema.ts';
import { DELETED_POST_DAYS, type PostStatus } from '../rules.ts';
import type { OwnPost } from '../schema.ts';
import * as store from '../store/bin.ts';
import { updatePost } from '../store/posts.ts';
import { getOwnPost } from './read-posts.ts';
import { assertDraftLimit } from './store-revision.ts';
import { prepareNewest } from './submit-post.ts';

const DAY_MS = 86_400_000;

/** D59: what the caller deleted in the last days, and whether it can be restored. */
export async function listBin(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<DeletedPost>> {
  const page = readPage(TimeKey, request);
  const rows = await store.listBin(ctx.db, viewer.uid, endOfRestoring(ctx), page);
  return toPage(rows, page.limit, timeKeyOf('deleted_at', 'id'), (row) => presentDeleted(ctx, row));
}

/**
 * D59: to a draft with its newest text, once, and without a refund. Everything that belongs to the post stayed in its
 * rows, hidden with it, and appears again when the post is published again. It keeps its first date of publication, and so
 * its position in lists: deleting and restoring must not be a way to the top. A locked post stays deleted: its lock is the
 * staff's to end.
 */
export async function restorePost(ctx: Context, viewer: Viewer, id: number): Promise<OwnPost> {
  const before = await store.findDeleted(ctx.db, viewer.uid, id);
  if (!before) throw new Refusal('not_found');
  const newest = await prepareNewest(ctx, viewer, before);
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await store.lockDeleted(trx, viewer.uid, id);
    if (!post?.deleted_at || post.deleted_at <= endOfRestoring(ctx)) throw new Refusal('not_found');
    if (post.status === 'locked') throw new Refusal('wrong_state', { post_status: post.status });
    const { deleted_at } = post;
    const now = ctx.now();
    if (!(await store.insertRestore(trx, { post_id: id, deleted_at, restored_at: now })))
      throw new Refusal('restored_before');
    await assertDraftLimit(trx, viewer);
    await updatePost(trx, post, {
      // A draft's row has its newest text.
      ...newest,
      status: 'draft',
      pending_version: null,
      deleted_at: null,
      deleted_by_author: false,
      updated_at: now,
    });
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** What was deleted before this is gone, whether or not the purge has run. */
function endOfRestoring(ctx: Context): Date {
  return addDays(ctx.now(), -DELETED_POST_DAYS);
}

function presentDeleted(ctx: Context, row: store.BinRow): DeletedPost {
  const end = addDays(row.deleted_at, DELETED_POST_DAYS);
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    lang: row.lang as Language | null,
    status: row.status as PostStatus,
    deleted_at: row.deleted_at.toISOString(),
    purged_after: end.toISOString(),
    days_left: Math.ceil((end.getTime() - ctx.now().getTime()) / DAY_MS),
    refusal: row.status === 'locked' ? 'locked' : row.restored ? 'restored_before' : null,
  };
}
