import type { Context, Viewer } from '../../context.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { readTags, useTags } from '../../tags/actions/use-tags.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { firstStatus } from '../rules.ts';
import type { OwnPost, PostDraft } from '../schema.ts';
import { insertCounts } from '../store/counts.ts';
import { insertPost } from '../store/posts.ts';
import { announcePost } from './announce-post.ts';
import { assertMayPublish } from './assert-may-publish.ts';
import { deriveCard } from './derive-cards.ts';
import { examinePost, judgePost, recordHeldPost } from './judge-post.ts';
import { getOwnPost } from './read-posts.ts';
import { assertVerifiedAddress } from './require-verified.ts';
import { assertDraftLimit, storeRevision } from './store-revision.ts';
import { assertNotEmpty, attachImages, writeText } from './write-text.ts';

const FIRST_VERSION = 1;

/** D19: a draft if review is on or the input requests one, else public at once. */
export async function createPost(ctx: Context, viewer: Viewer, input: PostDraft): Promise<OwnPost> {
  if (!input.draft) await assertMayPublish(ctx, viewer);
  const tags = readTags(input.tags ?? []);
  const { text, measures } = await writeText(ctx, viewer, input);
  const card = await deriveCard(ctx.db, text, FIRST_VERSION, measures);
  const isDraft = input.draft ?? false;
  const expected = firstStatus(await getSiteSetting(ctx.db, 'audit.enabled'), isDraft);
  const examined = expected === 'approved' ? await examinePost(ctx, viewer, text) : undefined;
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const now = ctx.now();
    const first = firstStatus(await getSiteSetting(trx, 'audit.enabled'), isDraft);
    if (first === 'approved') {
      assertNotEmpty(text.body);
      await assertVerifiedAddress(ctx, trx, viewer.uid);
    }
    if (first === 'draft') await assertDraftLimit(trx, viewer);
    const tag_ids = await useTags(trx, tags, now);
    const judgement =
      first === 'approved'
        ? await judgePost(ctx, trx, viewer, { ...text, tag_ids }, { examined })
        : undefined;
    const status = judgement?.outcome === 'hold' ? 'pending' : first;
    const submitted = first === 'approved' ? now : null;
    const published = status === 'approved' ? now : null;
    const post = await insertPost(trx, {
      ...text,
      tag_ids,
      ...card,
      author_uid: viewer.uid,
      status,
      created_at: now,
      updated_at: now,
      written_at: now,
      submitted_at: submitted,
      published_at: published,
      show_changes: input.show_changes ?? false,
    });
    const { rendered: _, ...revision } = text;
    await storeRevision(trx, viewer.uid, {
      ...revision,
      tag_ids,
      post_id: post.id,
      version: post.version,
      created_at: now,
      cause: published ? 'publish' : submitted ? 'submit' : input.draft ? 'autosave' : 'save',
    });
    await insertCounts(trx, post.id);
    await attachImages(trx, viewer, post.id, text);
    await recordHeldPost(ctx, trx, { id: post.id, author_uid: viewer.uid }, judgement);
    if (status !== 'draft') announcePost(trx, post, { isPublished: published !== null });
    return getOwnPost(ctx, trx, viewer, post.id);
  });
}
