import type { Context } from '../../context.ts';
import { displayName } from '../../users/actions.ts';
import type { PostStatus } from '../rules.ts';
import type { DeskPost, DeskSummary, Post, PostSummary } from '../schema.ts';

type SummaryRow = {
  id: number;
  title: string;
  summary: string;
  status: string;
  author_uid: number;
  username: string | null;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  likes: number;
  dislikes: number;
};

type DeskRow = SummaryRow & {
  version: number;
  live_version: number;
  pending_version: number | null;
  review_reason: string;
  submitted_at: Date | null;
};

export function presentSummary(ctx: Context, row: SummaryRow): PostSummary {
  const author = { uid: row.author_uid, username: row.username };
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    status: row.status as PostStatus,
    author,
    author_name: displayName(ctx, author),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    like_count: row.likes,
    dislike_count: row.dislikes,
  };
}

export function presentPost(ctx: Context, row: SummaryRow & { body: string }): Post {
  return { ...presentSummary(ctx, row), body: row.body };
}

export function presentDesk(ctx: Context, row: DeskRow): DeskSummary {
  return {
    ...presentSummary(ctx, row),
    version: row.version,
    live_version: row.live_version,
    pending_version: row.pending_version,
    review_reason: row.review_reason,
    submitted_at: row.submitted_at?.toISOString() ?? null,
  };
}

export function presentDeskPost(ctx: Context, row: DeskRow & { body: string }): DeskPost {
  return { ...presentDesk(ctx, row), body: row.body };
}
