import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { Comparison } from '../compare-texts.ts';
import { insertPublishedEdit } from '../store/published-edits.ts';
import { findRevision } from '../store/revision-texts.ts';
import { runCompareVersions } from './text-work.ts';

/** The column takes more: PostgreSQL writes spaces between the members. */
const COMPARISON_BYTES_MAX = 160_000;

type Post = { id: number; live_version: number; show_changes: boolean };
type PublicText = { title: string; summary: string; body: string; cover_key: string | null };
type ComparedEdit = { from_version: number; comparison: string | null };

/**
 * What an edit changes for readers, if its author lets them see it. Compared when the edit becomes public, so that
 * readers' requests only read. Call before the transaction, because comparing is slow. Tags are left out: staff may
 * rename or block them later.
 */
export async function compareWithPublic(
  ctx: Context,
  viewer: Viewer,
  post: Post,
  { title, summary, body, cover_key }: PublicText,
): Promise<ComparedEdit | undefined> {
  if (!post.show_changes) return undefined;
  const live = await findRevision(ctx.db, post.id, post.live_version);
  if (!live) return undefined;
  const comparison = await runCompareVersions(ctx, viewer, {
    before: {
      title: live.title,
      summary: live.summary,
      body: live.body,
      cover: live.cover_key,
    },
    after: { title, summary, body, cover: cover_key },
  });
  return {
    from_version: post.live_version,
    comparison: hasChange(comparison) ? limitSize(comparison) : null,
  };
}

/** In the transaction that makes `version` public, with the post as it was locked. */
export async function recordPublishedEdit(
  trx: Trx,
  post: Post,
  { version, edit, now }: { version: number; edit: ComparedEdit | undefined; now: Date },
): Promise<void> {
  if (!post.show_changes) return;
  // Allowed, or another text made public, since the texts were compared; a retry compares the right ones.
  if (edit?.from_version !== post.live_version)
    throw new Refusal('unavailable', { retry_after: 1 });
  if (edit.comparison === null) return;
  const { from_version, comparison } = edit;
  await insertPublishedEdit(trx, {
    post_id: post.id,
    version,
    from_version,
    comparison,
    created_at: now,
  });
}

function hasChange({ title, summary, cover, lines, only_format }: Comparison): boolean {
  return Boolean(title ?? summary ?? cover) || lines === null || lines.length > 0 || only_format;
}

/** First without the text of unchanged paragraphs, then without the paragraphs. */
function limitSize(comparison: Comparison): string {
  const lines =
    comparison.lines?.map((line) => (line.kind === 'skipped' ? { ...line, lines: null } : line)) ??
    null;
  const versions: Comparison[] = [
    comparison,
    { ...comparison, lines },
    { ...comparison, lines: null },
  ];
  const texts = versions.map((one) => JSON.stringify(one));
  return (
    texts.find((text) => Buffer.byteLength(text) <= COMPARISON_BYTES_MAX) ?? (texts[2] as string)
  );
}
