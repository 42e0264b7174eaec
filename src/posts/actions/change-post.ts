import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { findUser } from '../../users/actions.ts';
import { judgeMove, type PostStatus, type Trigger } from '../rules.ts';
import type { DeskPost, PostDraft } from '../schema.ts';
import { findCounts } from '../store/counts.ts';
import {
  findRevision,
  insertRevision,
  lockOwnPost,
  type PostRow,
  updatePost,
} from '../store/posts.ts';
import { assertMayPublish } from './may-publish.ts';
import { presentDeskPost } from './present.ts';
import { keepImages, writeText } from './write-text.ts';

/**
 * D21: saves a new version on top of the one the edit started from. Of two editors who started from the
 * same version one wins; the other gets both texts back, and neither is lost.
 */
export async function editPost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  input: PostDraft & { version: number },
): Promise<DeskPost> {
  const text = await writeText(ctx, viewer, input);
  return ctx.tx(async (trx) => {
    const post = await lockPost(trx, viewer, id);
    const move = await moveOf(trx, post, input.draft ? 'autosave' : 'save');
    if (input.version !== post.version) throw await staleVersion(trx, post, text);

    const now = ctx.now();
    const version = post.version + 1;
    const { title, summary, body } = text;
    await insertRevision(trx, { post_id: id, version, title, summary, body, created_at: now });
    await keepImages(trx, viewer, id, text);
    const saved = await updatePost(trx, id, {
      status: move.to,
      version,
      updated_at: now,
      ...(move.effects.includes('show_text') ? { ...text, live_version: version } : {}),
      ...(move.effects.includes('queue_edit') ? { pending_version: version } : {}),
      ...(move.effects.includes('drop_edit') ? { pending_version: null } : {}),
    });
    return presentNewest(ctx, trx, saved);
  });
}

/** D20: one handler behind both submit paths; the switch is looked at again here. */
export function submitPost(ctx: Context, viewer: Viewer, id: number): Promise<DeskPost> {
  return ctx.tx(async (trx) => {
    const post = await lockPost(trx, viewer, id);
    await assertMayPublish(trx, viewer);
    const move = await moveOf(trx, post, 'submit');
    const now = ctx.now();
    const saved = await updatePost(trx, id, {
      status: move.to,
      updated_at: now,
      ...(move.effects.includes('note_submission') ? { submitted_at: now } : {}),
      ...(move.effects.includes('publish') ? { published_at: now } : {}),
    });
    return presentNewest(ctx, trx, saved);
  });
}

/** D24: soft; what readers and the author see is gone at once. */
export async function deletePost(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const post = await lockPost(trx, viewer, id);
    await moveOf(trx, post, 'delete');
    await updatePost(trx, id, { deleted_at: ctx.now() });
  });
}

async function lockPost(trx: Trx, viewer: Viewer, id: number): Promise<PostRow> {
  const post = await lockOwnPost(trx, viewer.uid, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

async function moveOf(trx: Trx, post: PostRow, trigger: Trigger) {
  const move = judgeMove(
    trigger,
    {
      status: post.status as PostStatus,
      has_edit: post.pending_version !== null,
      audit: await getSiteSetting(trx, 'audit.enabled'),
      actor: 'author',
    },
    post.locked_from as PostStatus | null,
  );
  if ('refuse' in move) throw new Refusal(move.refuse, { status: post.status });
  return move;
}

async function staleVersion(
  trx: Trx,
  post: PostRow,
  yours: { title: string; summary: string; body: string },
) {
  const { title, summary, body } = await newestText(trx, post);
  return new Refusal('stale_version', {
    current_version: post.version,
    current: { title, summary, body },
    yours: { title: yours.title, summary: yours.summary, body: yours.body },
  });
}

/** On the row where readers and author see the same, else in the newest revision. */
async function newestText(trx: Trx, post: PostRow) {
  if (post.live_version === post.version) return post;
  return (await findRevision(trx, post.id, post.version)) ?? post;
}

async function presentNewest(ctx: Context, trx: Trx, post: PostRow): Promise<DeskPost> {
  const { title, summary, body } = await newestText(trx, post);
  const author = await findUser(trx, post.author_uid);
  const counts = await findCounts(trx, post.id);
  return presentDeskPost(ctx, {
    ...post,
    title,
    summary,
    body,
    username: author?.username ?? null,
    likes: counts?.likes ?? 0,
    dislikes: counts?.dislikes ?? 0,
  });
}
