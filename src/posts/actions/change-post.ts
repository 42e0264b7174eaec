import type { Context, Viewer } from '../../context.ts';
import { moveEnergy } from '../../energy/actions.ts';
import { BURNT } from '../../energy/rules.ts';
import { assertLevel } from '../../levels/actions.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { readTags, useTags } from '../../tags/actions/use-tags.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { DELETE_COST, PUBLISH_LEVEL } from '../rules.ts';
import type { OwnPost, PostDraft } from '../schema.ts';
import { findOwnState } from '../store/own-state.ts';
import { lockOwnPost, type PostRow, updatePost } from '../store/posts.ts';
import { findRevision, findTaggedRevision } from '../store/revision-texts.ts';
import { deriveCard } from './derive-cards.ts';
import { getOwnPost } from './read-posts.ts';
import { assertVerifiedAddress } from './require-verified.ts';
import { storeRevision } from './store-revision.ts';
import { getTransition, readVersion } from './transition-post.ts';
import { assertNotEmpty, attachImages, writeText } from './write-text.ts';

/**
 * D21: saves a new version on top of the one the edit started from. If two edits start from the same version, the second
 * is refused and gets both texts back, so neither is lost.
 */
export async function editPost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  input: PostDraft & { version: number },
): Promise<OwnPost> {
  const trigger = input.draft ? 'autosave' : 'save';
  // Refuse a wrong state before the expensive work on the text; checked again under the lock. A stale version is refused
  // with both texts, so it needs that work.
  await getTransition(ctx.db, await getOwnState(ctx.db, viewer, id), trigger, 'author');
  const tags = input.tags && readTags(input.tags);
  const text = await writeText(ctx, viewer, input);
  const version = input.version + 1;
  const card = await deriveCard(ctx.db, text, version);
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    const move = await getTransition(trx, post, trigger, 'author');
    if (input.version !== post.version)
      throw await staleVersion(trx, post, text, tags?.map(({ name }) => name) ?? []);
    if (move.to === 'approved' && move.effects.length > 0) assertNotEmpty(text.body);
    const now = ctx.now();
    const newest = await newestText(trx, post);
    // An edit that does not name a language or tags keeps what the author chose earlier.
    const chosen = {
      ...(input.lang === undefined && newest.lang_chosen
        ? { lang: newest.lang, lang_chosen: true }
        : {}),
      tag_ids: tags ? await useTags(trx, tags, now) : newest.tag_ids,
    };
    const { rendered: _, ...revision } = { ...text, ...chosen };
    await storeRevision(trx, viewer.uid, { ...revision, post_id: id, version, created_at: now });
    await attachImages(trx, viewer, id, text);
    await updatePost(trx, id, {
      status: move.to,
      version,
      updated_at: now,
      ...(move.effects.includes('show_text')
        ? {
            ...text,
            ...chosen,
            ...card,
            live_version: version,
          }
        : {}),
      ...(move.effects.includes('queue_edit')
        ? { pending_version: version, submitted_at: now }
        : {}),
      ...(move.effects.includes('drop_edit') ? { pending_version: null } : {}),
    });
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** D20: one action behind both submit paths. It reads the review switch again. */
export async function submitPost(ctx: Context, viewer: Viewer, id: number): Promise<OwnPost> {
  assertLevel(viewer, PUBLISH_LEVEL);
  const before = await getOwnState(ctx.db, viewer, id);
  await getTransition(ctx.db, before, 'submit', 'author');
  // Submits the text the author sees, even if it was saved beside a public text.
  const newest =
    before.live_version === before.version
      ? undefined
      : await readVersion(ctx, viewer, id, before.version);
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    const move = await getTransition(trx, post, 'submit', 'author');
    await assertVerifiedAddress(ctx, trx, viewer.uid);
    assertNotEmpty((await newestText(trx, post)).body);
    const isUnpublishedText = post.live_version !== post.version;
    // Saved again since it was read; a retry reads the new text.
    if (isUnpublishedText && post.version !== before.version)
      throw new Refusal('unavailable', { retry_after: 1 });
    const now = ctx.now();
    await updatePost(trx, id, {
      ...(isUnpublishedText ? newest : {}),
      status: move.to,
      updated_at: now,
      ...(move.effects.includes('note_submission') ? { submitted_at: now } : {}),
      // A post that becomes public again keeps its first date, and so its position in lists.
      ...(move.effects.includes('publish') ? { published_at: post.published_at ?? now } : {}),
    });
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** D24: a soft delete, effective at once. Costs energy, even below zero (SPEC §8). */
export async function deletePost(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    await getTransition(trx, post, 'delete', 'author');
    const now = ctx.now();
    await updatePost(trx, id, { deleted_at: now, deleted_by_author: true });
    await moveEnergy(trx, {
      cause: `delete_post:${id}`,
      reason: 'delete_post',
      from: viewer.uid,
      to: BURNT,
      amount: DELETE_COST,
      post_id: id,
      created_at: now,
    });
  });
}

async function getOwnState(db: Db, viewer: Viewer, id: number) {
  const post = await findOwnState(db, viewer.uid, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

async function lockPost(trx: Trx, viewer: Viewer, id: number): Promise<PostRow> {
  const post = await lockOwnPost(trx, viewer.uid, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

async function staleVersion(
  trx: Trx,
  post: PostRow,
  yours: { title: string; summary: string; body: string },
  yourTags: string[],
) {
  const newest = await findTaggedRevision(trx, post.id, post.version);
  const { title, summary, body } = newest ?? post;
  return new Refusal('stale_version', {
    current_version: post.version,
    current: { title, summary, body, tags: newest?.tags ?? [] },
    yours: { title: yours.title, summary: yours.summary, body: yours.body, tags: yourTags },
  });
}

/** On the post's row if the author and readers see the same text, else in the newest revision. */
async function newestText(trx: Trx, post: PostRow) {
  if (post.live_version === post.version) return post;
  return (await findRevision(trx, post.id, post.version)) ?? post;
}
