import { Type } from 'typebox';
import { listCommentsForStaff } from '../../comments/actions/search-comments.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { listPublicSummaries } from '../../posts/actions/summaries.ts';
import { CommentSearchQuery } from '../schema/content.ts';
import { Comments } from '../views/comments.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const CommentsQuery = Closed({
  ...PositionQuery,
  q: CommentSearchQuery.properties.q,
  author: Type.Optional(Id),
  post: Type.Optional(Id),
});

export function adminCommentPages(app: App): void {
  app.get('/admin/comments', asStaff('admin', CommentsQuery), async (request, reply) => {
    const { ctx, member } = request;
    const { cursor, author, post, q } = queryOf(CommentsQuery, request);
    const filter = { q, author, post };
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listCommentsForStaff(ctx, member, { limit: ROWS, ...omitUndefined({ cursor, ...filter }) }),
    ]);
    const posts = [...new Set(page.items.map((comment) => comment.post_id))];
    const summaries = await listPublicSummaries(ctx, null, ctx.db, posts);
    const titles = new Map([...summaries].map(([id, { title }]) => [id, title]));
    return sendPage(reply, <Comments admin={admin} filter={filter} page={page} titles={titles} />);
  });
}
