import type { Context, Viewer } from '../../context.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import type { Comment } from '../schema.ts';
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
): Promise<Page<Comment>> {
  const page = readPage(Id, request);
  const { rows, scanned_to } = await searchComments(ctx.db, staff, request, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentComment(ctx, row),
    scanned_to,
  );
}
