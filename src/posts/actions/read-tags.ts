import { Type } from 'typebox';
import { hiddenFrom, withoutHidden } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { coalescedRead } from '../../platform/db/batch/batched-read.ts';
import type { KeysetPage, TimeAndId } from '../../platform/db/keyset.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Refusal } from '../../refusals.ts';
import { listManagedTags } from '../../tags/actions/manage-tags.ts';
import { presentTags } from '../../tags/actions/use-tags.ts';
import { normalizeTag } from '../../tags/rules.ts';
import type { ManagedTag, Tag, TagPage, UsedTag } from '../../tags/schema.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { UserCard } from '../../users/schema.ts';
import { TAG_AUTHORS, TAG_FACT_POSTS, TAGS_RELATED, TAGS_SUGGESTED } from '../rules.ts';
import type { PostSummary, TaggedQuery } from '../schema.ts';
import { findPublicTags } from '../store/shared/public-tags.ts';
import { findTag, listSuggestedTags, listUsedTags, type UsedTagRow } from '../store/tag-lists.ts';
import {
  listHottestTagged,
  listNewestTagged,
  listRelatedTags,
  listTagAuthors,
  listTagLanguages,
  type TagAndLanguage,
} from '../store/tagged-posts.ts';
import { withCards } from './derive-cards.ts';
import { presentSummary } from './present.ts';

/** A count and an id, or a score and an id. */
const CountKey = Type.Tuple([Id, Id]);

function presentUsedTag(ctx: Context, row: UsedTagRow): UsedTag {
  ctx.dependencies.add('tag', row.id, null);
  const { slug, name, description, posts, followers } = row;
  return { slug, name, description, post_count: posts, follower_count: followers };
}

/** D60: the most used first; without those that have no public post. */
export async function listTags(ctx: Context, request: PageRequest): Promise<Page<UsedTag>> {
  const page = readPage(CountKey, request);
  return toPage(
    await listUsedTags(ctx.readDb, page),
    page.limit,
    (row) => [row.posts, row.id],
    (row) => presentUsedTag(ctx, row),
  );
}

/** While typing: what cannot begin a tag has no suggestion. */
export async function suggestTags(ctx: Context, text: string): Promise<UsedTag[]> {
  const prefix = normalizeTag(text)?.slug;
  if (prefix === undefined) return [];
  const rows = await listSuggestedTags(ctx.readDb, prefix, TAGS_SUGGESTED);
  return rows.map((row) => presentUsedTag(ctx, row));
}

/** D51: without tags that only hidden posts have; `tag.posts` may count what was hidden in the last second. */
export async function listTagsForStaff(
  ctx: Context,
  request: PageRequest & { q?: string },
): Promise<Page<ManagedTag>> {
  const page = await listManagedTags(ctx, request);
  const shown = await findPublicTags(
    ctx.db,
    page.items.map(({ id }) => id),
  );
  const isChanged = (tag: ManagedTag) => tag.blocked || tag.merged_into || tag.description;
  return { ...page, items: page.items.filter((tag) => isChanged(tag) || shown.has(tag.id)) };
}

/** The tag of a page. `id` is for further reads; `moved_to` where staff merged it. */
export type OpenTag = TagPage & { id: number; moved_to: string | null };

/** D25: a tag without public posts is not found; a blocked one only by the staff. */
export async function openTag(ctx: Context, viewer: Viewer | null, slug: string): Promise<OpenTag> {
  const key = normalizeTag(slug)?.slug;
  const row = key && (await findTag(ctx.readDb, key, viewer?.uid ?? null));
  if (!row) throw new Refusal('not_found');
  const isStaff = viewer !== null && viewer.role !== 'member';
  const isShown = row.has_public_post && (!row.blocked || isStaff);
  if (row.merged_into === null && !isShown) throw new Refusal('not_found');
  const { id, blocked, following, merged_into: moved_to } = row;
  return { ...presentUsedTag(ctx, row), id, blocked, following, moved_to };
}

/** The same for the API, for a merged tag the one that it became. */
export async function openShownTag(
  ctx: Context,
  viewer: Viewer | null,
  slug: string,
): Promise<OpenTag> {
  const tag = await openTag(ctx, viewer, slug);
  return tag.moved_to === null ? tag : openTag(ctx, viewer, tag.moved_to);
}

export async function listTagged(
  ctx: Context,
  viewer: Viewer | null,
  tag: { id: number },
  { order = 'newest', lang, ...request }: TaggedQuery,
): Promise<Page<PostSummary>> {
  const hidden = hiddenFrom(viewer);
  if (order === 'hot') {
    const page = readPage(CountKey, request);
    const rows = await coalescedHottest(ctx.readDb, { tag: tag.id, lang, hidden, page });
    return toPage(
      await withCards(ctx, rows),
      page.limit,
      (row) => [row.score, row.id],
      (row) => presentSummary(ctx, row),
    );
  }
  const page = readPage(TimeKey, request);
  const rows = await coalescedNewest(ctx.readDb, { tag: tag.id, lang, hidden, page });
  return toPage(
    await withCards(ctx, rows),
    page.limit,
    (row) => [row.published_at?.toISOString(), row.id],
    (row) => presentSummary(ctx, row),
  );
}

const coalescedNewest = coalescedRead(
  (db, { page, ...tag }: TagAndLanguage & { page: KeysetPage<TimeAndId> }) =>
    listNewestTagged(db, tag, page),
);

const coalescedHottest = coalescedRead(
  (db, { page, ...tag }: TagAndLanguage & { page: KeysetPage<[score: number, id: number]> }) =>
    listHottestTagged(db, tag, page),
);

export type TagFacts = {
  authors: { author: UserCard; post_count: number; energy: number }[];
  /** Null for a tag with so many posts that only the newest were read. */
  author_count: number | null;
  energy: number | null;
  related: Tag[];
  /** To choose from; none if there is no choice. */
  languages: Language[];
};

/** Who writes with a tag, and what else its posts are tagged with: from its newest posts. */
export async function getTagFacts(
  ctx: Context,
  viewer: Viewer | null,
  tag: OpenTag,
): Promise<TagFacts> {
  const [authors, related, languages] = await readFacts(ctx.readDb, { tag: tag.id });
  const isComplete = tag.post_count <= TAG_FACT_POSTS;
  const [first] = authors;
  for (const { id } of related) ctx.dependencies.add('tag', id, null);
  return {
    authors: withoutHidden(viewer, authors, ({ uid }) => uid).map((row) => ({
      author: presentCard(ctx, row),
      post_count: row.posts,
      energy: row.energy,
    })),
    author_count: isComplete ? (first?.authors ?? 0) : null,
    energy: isComplete ? (first?.all_energy ?? 0) : null,
    related: presentTags(related.map(({ name }) => name)),
    languages: languages.length > 1 ? (languages as Language[]) : [],
  };
}

const readFacts = coalescedRead((db, { tag }: { tag: number }) =>
  Promise.all([
    listTagAuthors(db, tag, TAG_AUTHORS),
    listRelatedTags(db, tag, TAGS_RELATED),
    listTagLanguages(db, tag),
  ]),
);
