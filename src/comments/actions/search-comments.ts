import type { Context, Viewer } from '../../context.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import type { StaffComment } from '../schema.ts';
import { listRevisions } from '../store/revisions.ts';
import { type CommentFilter, searchComments } from '../store/search.ts';
import { presentComment } from './present.ts';

/**
 * SPEC §4, D47: comments for the staff, newest first, by any part of their text. A search for a single character
 * covers a bounded number of comments a page, so a page may be short, or empty, and still have a next one.
 */
export async function listCommentsForStaff(
  ctx: Context,
  staff: Viewer,
  request: PageRequest & CommentFilter,
): Promise<Page<StaffComment>> {
  const page = readPage(Id, request);
  const { rows, scanned_to } = await searchComments(ctx.db, staff, request, page);
  const edited = rows.filter((row) => row.edited_at !== null);
  const replaced = edited.length > 0 ? await listRevisions(ctx.db, edited) : [];
  const revisions = Map.groupBy(replaced, (one) => one.comment_id);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => ({
      ...presentComment(ctx, row),
      revisions: (revisions.get(row.id) ?? []).map(({ body, written_at }) => ({
        body,
        written_at: written_at.toISOString(),
      })),
    }),
    scanned_to,
  );
}
