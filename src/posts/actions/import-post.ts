import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readTags, useTags } from '../../tags/actions/use-tags.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import type { PostDraft } from '../schema.ts';
import { insertCounts } from '../store/counts.ts';
import { insertPost } from '../store/posts.ts';
import { deriveCard } from './derive-cards.ts';
import { storeRevision } from './store-revision.ts';
import { assertNotEmpty, attachImages, writeText } from './write-text.ts';

const FIRST_VERSION = 1;

/** `published_at`: null for a draft. */
type Dates = { created_at: Date; updated_at: Date; published_at: Date | null };

/**
 * A post that was written elsewhere, with its own dates. Like a new one in all that is stored and derived; but the
 * operator decides that it is public, so the level, the limit of drafts, the review and the automatic rules are not asked.
 * `record` runs in the same transaction.
 */
export async function importPost(
  ctx: Context,
  author: Viewer,
  input: PostDraft & Dates,
  record: (trx: Trx, id: number) => Promise<void>,
): Promise<number> {
  const { created_at, updated_at, published_at } = input;
  const tags = readTags(input.tags ?? []);
  const { text, measures } = await writeText(ctx, author, input);
  if (published_at) assertNotEmpty(text.body);
  const card = await deriveCard(ctx.db, text, FIRST_VERSION, measures);
  return ctx.tx(async (trx) => {
    await assertActive(trx, author.uid);
    const tag_ids = await useTags(trx, tags, ctx.now());
    const post = await insertPost(trx, {
      ...text,
      tag_ids,
      ...card,
      author_uid: author.uid,
      status: published_at ? 'approved' : 'draft',
      created_at,
      updated_at,
      written_at: updated_at,
      submitted_at: published_at,
      published_at,
      show_changes: false,
    });
    const { rendered: _, ...revision } = text;
    await storeRevision(trx, author.uid, {
      ...revision,
      tag_ids,
      post_id: post.id,
      version: post.version,
      created_at: updated_at,
      cause: published_at ? 'publish' : 'save',
    });
    await insertCounts(trx, post.id);
    await attachImages(trx, author, post.id, text);
    await record(trx, post.id);
    return post.id;
  });
}
