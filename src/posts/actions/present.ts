import type { PresenterContext } from '../../context.ts';
import type { Language } from '../../platform/language/languages.ts';
import { presentTags } from '../../tags/actions/use-tags.ts';
import { urlOf } from '../../uploads/rules.ts';
import { authorName, presentCard } from '../../users/actions/present-user.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardKind } from '../card-kind.ts';
import { type PostStatus, roundReads } from '../rules.ts';
import type { OwnPost, OwnPostSummary, Post, PostSummary } from '../schema.ts';
import type { PostCardRow } from '../store/posts.ts';
import type { ScheduleRow } from '../store/schedules.ts';

export type SummaryRow = CardRow &
  PostCardRow & {
    id: number;
    title: string;
    summary: string;
    status: string;
    created_at: Date;
    updated_at: Date;
    published_at: Date | null;
    cover_key: string | null;
    lang: string | null;
    tag_ids: number[];
    /** Names as `shownTagsSql` selects them. */
    tags: string[];
    live_version: number;
    likes: number;
    dislikes: number;
    comments: number;
    favorites: number;
    energy: number;
    /** Null unless the owner shows it. */
    reads: number | null;
  };

type OwnPostRow = SummaryRow & {
  version: number;
  pending_version: number | null;
  lang_chosen: boolean;
  review_reason: string;
  submitted_at: Date | null;
  pinned: boolean;
  schedule: ScheduleRow | undefined;
  show_changes: boolean;
};

const READS_AGE_MS = 10 * 60_000;

/** Every response with a post calls this; it declares the rows that the page cache watches. */
export function presentSummary(ctx: PresenterContext, row: SummaryRow): PostSummary {
  ctx.dependencies.add('post', row.id, null);
  // The version of every route that shows posts includes the tags (`postEditionSql`).
  for (const id of row.tag_ids) ctx.dependencies.add('tag', id, null);
  ctx.dependencies.addTime(row.published_at ?? row.updated_at);
  const author = presentCard(ctx, row);
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    lang: row.lang as Language | null,
    tags: presentTags(row.tags),
    status: row.status as PostStatus,
    author,
    author_name: authorName(ctx, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    cover_url: row.cover_key === null ? null : urlOf(row.cover_key),
    like_count: row.likes,
    dislike_count: row.dislikes,
    comment_count: row.comments,
    favorite_count: row.favorites,
    energy: row.energy,
    read_count: presentReads(ctx, row.reads),
    ...presentListCard(row),
  };
}

/** Reads have no version: a page is not dropped for each of them. */
function presentReads(ctx: PresenterContext, reads: number | null): number | null {
  if (reads === null) return null;
  ctx.dependencies.limitAge(READS_AGE_MS);
  return roundReads(reads);
}

/** The columns of the card may be those of an earlier text, saved by an older program (`derive-cards.ts`). */
function presentListCard(
  row: SummaryRow,
): Pick<PostSummary, 'kind' | 'minutes' | 'note' | 'picture'> {
  if (row.card_version !== row.live_version)
    return { kind: 'plain', minutes: null, note: null, picture: null };
  const { minutes, note, picture_key, picture_width, picture_height } = row;
  const picture =
    picture_key === null
      ? null
      : { url: urlOf(picture_key), width: picture_width ?? 0, height: picture_height ?? 0 };
  return { kind: cardKind({ picture, note }), minutes, note, picture };
}

export function presentPost(ctx: PresenterContext, row: SummaryRow & { body: string }): Post {
  return { ...presentSummary(ctx, row), body: row.body };
}

export function presentOwnSummary(ctx: PresenterContext, row: OwnPostRow): OwnPostSummary {
  return {
    ...presentSummary(ctx, row),
    version: row.version,
    live_version: row.live_version,
    pending_version: row.pending_version,
    lang_chosen: row.lang_chosen,
    review_reason: row.review_reason,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    pinned: row.pinned,
    schedule: row.schedule
      ? {
          publish_at: row.schedule.publish_at.toISOString(),
          approved: row.schedule.approved_at !== null,
        }
      : null,
    show_changes: row.show_changes,
  };
}

export function presentOwnPost(ctx: PresenterContext, row: OwnPostRow & { body: string }): OwnPost {
  return { ...presentOwnSummary(ctx, row), body: row.body };
}
