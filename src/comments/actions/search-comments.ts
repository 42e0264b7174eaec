import type { Context, Viewer } from '../../context.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { isKeyword, KEYWORD_MIN } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { type CommentFilter, searchComments } from '../store/search.ts';
import { presentComment } from './present.ts';

/** SPEC §4, D47: comments for the staff, newest first, by any part of what they say. */
export async function listCommentsForStaff(
  ctx: Context,
  staff: Viewer,
  request: PageRequest & CommentFilter,
): Promise<Page<Comment>> {
  const { q } = request;
  if (q !== undefined && !isKeyword(q)) {
    const fields = [{ pointer: '/q', detail: `at least ${KEYWORD_MIN} characters` }];
    throw new Refusal('invalid_input', {}, { fields });
  }
  const page = readPage(Id, request);
  const rows = await searchComments(ctx.db, staff, request, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentComment(ctx, row),
  );
}
