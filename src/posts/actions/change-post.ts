import type { Context, Viewer } from '../../context.ts';
import { moveEnergy } from '../../energy/actions.ts';
import { BURNT } from '../../energy/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { readTags, useTags } from '../../tags/actions/use-tags.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { DELETE_COST, type RevisionCause } from '../rules.ts';
import type { OwnPost, PostDraft } from '../schema.ts';
import { findRestore } from '../store/bin.ts';
import { findOwnState } from '../store/own-state.ts';
import { lockOwnPost, type PostRow, updatePost } from '../store/posts.ts';
import { deletePublishedEdits } from '../store/published-edits.ts';
import { findRevision, findTaggedRevision } from '../store/revision-texts.ts';
import { deleteSchedules } from '../store/schedules.ts';
import { announcePost } from './announce-post.ts';
import { deriveCard } from './derive-cards.ts';
import { examinePost, judgePost, recordHeldPost } from './judge-post.ts';
import { getOwnPost } from './read-posts.ts';
import { compareWithPublic, recordPublishedEdit } from './record-published-edit.ts';
import { storeRevision } from './store-revision.ts';
import { getTransition } from './transition-post.ts';
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
  restoredFrom?: number,
): Promise<OwnPost> {
  const trigger = input.draft ? 'autosave' : 'save';
  // Refuse a wrong state before the expensive work on the text; checked again under the lock. A stale version is refused
  // with both texts, so it needs that work.
  const before = await getOwnState(ctx.db, viewer, id);
  const expected = await getTransition(ctx, ctx.db, before, trigger);
  const tags = input.tags && readTags(input.tags);
  const { text, measures } = await writeText(ctx, viewer, input);
  const version = input.version + 1;
  const card = await deriveCard(ctx.db, text, version, measures);
  const edit = isPublishing(expected)
    ? await compareWithPublic(ctx, viewer, { ...before, ...pick(input) }, text)
    : undefined;
  const examined = isGoingOut(expected) ? await examinePost(ctx, viewer, text) : undefined;
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    const asked = await getTransition(ctx, trx, post, trigger);
    if (input.version !== post.version)
      throw await staleVersion(trx, post, text, tags?.map(({ name }) => name) ?? []);
    const goesOut = isGoingOut(asked);
    if (goesOut) assertNotEmpty(text.body);
    const now = ctx.now();
    const newest = await newestText(trx, post);
    // An edit that does not name a language or tags keeps what the author chose earlier.
    const chosen = {
      ...(input.lang === undefined && newest.lang_chosen
        ? { lang: newest.lang, lang_chosen: true }
        : {}),
      tag_ids: tags ? await useTags(trx, tags, now) : newest.tag_ids,
    };
    const judgement = goesOut
      ? await judgePost(...([ctx, trx, viewer, { ...text, ...chosen }] as const), {
          examined,
          publicBody: publicBodyOf(post),
        })
      : undefined;
    const held = judgement?.outcome === 'hold';
    const move = held ? await getTransition(ctx, trx, { ...post, held }, trigger) : asked;
    await recordHeldPost(ctx, trx, post, judgement);
    const { rendered: _, ...revision } = { ...text, ...chosen };
    await storeRevision(trx, viewer.uid, {
      ...revision,
      post_id: id,
      version,
      created_at: now,
      ...(restoredFrom === undefined
        ? { cause: causeOf(move, trigger) }
        : { cause: 'restore', restored_from: restoredFrom }),
    });
    const showsText = move.effects.includes('show_text');
    await attachImages(trx, viewer, id, text, showsText ? text : post);
    await updatePost(trx, post, {
      status: move.to,
      version,
      updated_at: now,
      ...(showsText
        ? {
            ...text,
            ...chosen,
            ...card,
            live_version: version,
            written_at: now,
          }
        : {}),
      ...(move.effects.includes('queue_edit')
        ? { pending_version: version, submitted_at: now }
        : {}),
      ...(move.effects.includes('drop_edit') ? { pending_version: null } : {}),
      ...pick(input),
    });
    if (move.to !== post.status || move.effects.length > 0) announcePost(trx, post);
    if (input.show_changes === false) await deletePublishedEdits(trx, [id]);
    else if (isPublishing(move))
      await recordPublishedEdit(trx, { ...post, ...pick(input) }, { version, edit, now });
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** A setting of the post, not a part of its text; a missing field leaves it as it is. */
function pick({ show_changes }: PostDraft): { show_changes?: boolean } {
  return show_changes === undefined ? {} : { show_changes };
}

/** Of a post that readers see. */
export function publicBodyOf({ status, body }: PostRow): string | undefined {
  return status === 'approved' ? body : undefined;
}

type Move = Awaited<ReturnType<typeof getTransition>>;

/** The save makes a text public. */
function isGoingOut(move: Move): boolean {
  return move.to === 'approved' && move.effects.length > 0;
}

/** The save replaces a text that readers see. */
function isPublishing(move: Move): boolean {
  return move.to === 'approved' && move.effects.includes('show_text');
}

function causeOf(move: Move, trigger: 'save' | 'autosave'): RevisionCause {
  if (isPublishing(move)) return 'publish';
  return move.effects.includes('queue_edit') ? 'submit' : trigger;
}

/** D58: out of the queue, and nothing is charged. Of a public post, the waiting edit stays as the author's newest text. */
export async function withdrawPost(ctx: Context, viewer: Viewer, id: number): Promise<OwnPost> {
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    await withdrawLocked(ctx, trx, post);
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** The same for a post that the caller has locked. */
export async function withdrawLocked(ctx: Context, trx: Trx, post: PostRow): Promise<void> {
  const move = await getTransition(ctx, trx, post, 'withdraw');
  await updatePost(trx, post, {
    status: move.to,
    updated_at: ctx.now(),
    ...(move.effects.includes('drop_edit') ? { pending_version: null } : {}),
  });
  if (move.effects.includes('drop_time')) await deleteSchedules(trx, [post.id]);
  announcePost(trx, post);
}

/** D24: a soft delete, effective at once. Costs energy, even below zero (SPEC §8). */
export async function deletePost(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    const move = await getTransition(ctx, trx, post, 'delete');
    const now = ctx.now();
    await updatePost(trx, post, { deleted_at: now, deleted_by_author: true });
    announcePost(trx, post);
    if (move.effects.includes('drop_time')) await deleteSchedules(trx, [id]);
    await moveEnergy(trx, {
      // D59: a post that was restored and is deleted again costs again.
      cause: (await findRestore(trx, id)) ? `delete_post:${id}:again` : `delete_post:${id}`,
      reason: 'delete_post',
      from: viewer.uid,
      to: BURNT,
      amount: DELETE_COST,
      post_id: id,
      created_at: now,
    });
  });
}

export async function getOwnState(db: Db, viewer: Viewer, id: number) {
  const post = await findOwnState(db, viewer.uid, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

export async function lockPost(trx: Trx, viewer: Viewer, id: number): Promise<PostRow> {
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
export async function newestText(trx: Trx, post: PostRow) {
  if (post.live_version === post.version) return post;
  return (await findRevision(trx, post.id, post.version)) ?? post;
}
