import type { Context, Viewer } from '../../context.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import type { Language } from '../../platform/language/languages.ts';
import { getOwnPost } from '../../posts/actions/read-posts.ts';
import { runCompareVersions } from '../../posts/actions/text-work.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import type { RevisionCause } from '../../posts/rules.ts';
import type { OwnPost } from '../../posts/schema.ts';
import { Refusal } from '../../refusals.ts';
import { presentTags } from '../../tags/actions/use-tags.ts';
import { urlOf } from '../../uploads/rules.ts';
import { marksOf, VERSIONS_A_PAGE } from '../rules.ts';
import { type PostVersion, Version, type VersionText } from '../schema.ts';
import { findPreviousVersion, findVersion, listVersions } from '../store/versions.ts';
import { countWords } from './count-words.ts';

/** How many versions a comparison offers to choose from; the list has all. */
const CHOICES = 99;

/** A02: only the author's own posts have a history. */
export function getPostOfHistory(ctx: Context, viewer: Viewer, id: number): Promise<OwnPost> {
  return getOwnPost(ctx, ctx.db, viewer, id);
}

/** The versions of an own post, the newest first. */
export async function listPostVersions(
  ctx: Context,
  viewer: Viewer,
  post: OwnPost,
  request: PageRequest,
): Promise<Page<PostVersion>> {
  const page = readPage(Version, { limit: VERSIONS_A_PAGE, ...request });
  const rows = await listVersions(ctx.db, post.id, page);
  const steps = rows
    .slice(0, page.limit)
    .map(({ version }, at) => ({ version, previous: rows[at + 1]?.version ?? null }));
  const words = await countWords(ctx, viewer, post.id, steps);
  return toPage(
    rows.map((row, at) => ({ ...row, ...steps[at], words: words[at] ?? null })),
    page.limit,
    (row) => row.version,
    ({
      version,
      created_at,
      title,
      lang,
      cause,
      restored_from,
      previous = null,
      words: counts,
    }) => ({
      version,
      created_at: created_at.toISOString(),
      author: post.author,
      title,
      lang: lang as Language | null,
      cause: cause as RevisionCause | null,
      restored_from,
      marks: marksOf(post, version),
      previous_version: previous,
      words: counts,
    }),
  );
}

/** The newest versions, to choose one from. */
export async function listVersionTimes(ctx: Context, post: { id: number }) {
  const rows = await listVersions(ctx.db, post.id, { limit: CHOICES, after: undefined });
  return rows.map(({ version, created_at }) => ({ version, created_at: created_at.toISOString() }));
}

export async function getVersion(
  ctx: Context,
  post: { id: number },
  version: number,
): Promise<VersionText> {
  const row = await findVersion(ctx.db, post.id, version);
  if (!row) throw new Refusal('not_found');
  const { created_at, cover_key, title, summary, body, lang, tags } = row;
  return {
    version,
    created_at: created_at.toISOString(),
    title,
    summary,
    body,
    cover_url: cover_key === null ? null : urlOf(cover_key),
    lang: lang as Language | null,
    tags: presentTags(tags),
  };
}

/** Null before the first version that is still stored. */
export function getPreviousVersion(ctx: Context, post: { id: number }, version: number) {
  return findPreviousVersion(ctx.db, post.id, version);
}

export async function compareVersions(
  ctx: Context,
  viewer: Viewer,
  post: { id: number },
  { from, to }: { from: number; to: number },
): Promise<{ before: VersionText; after: VersionText; comparison: Comparison }> {
  const [before, after] = await Promise.all([
    getVersion(ctx, post, from),
    getVersion(ctx, post, to),
  ]);
  const comparison = await runCompareVersions(ctx, viewer, {
    before: textOf(before),
    after: textOf(after),
  });
  return { before, after, comparison };
}

function textOf({ title, summary, body, tags, cover_url }: VersionText) {
  return { title, summary, body, tags: tags.map(({ name }) => name), cover: cover_url };
}
