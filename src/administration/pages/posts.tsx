import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { openForReview } from '../../posts/actions/open-post.ts';
import { listForReview } from '../../posts/actions/read-for-review.ts';
import { getOwnSummary, runRenderText } from '../../posts/actions/text-work.ts';
import { Refusal } from '../../refusals.ts';
import { listStaffLog } from '../../staff-log/actions.ts';
import { Posts, REVIEW_TABS } from '../views/posts.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

/** How many earlier decisions are shown beside a post; the staff log has all. */
const HISTORY = 10;

const PostsQuery = Closed({
  ...PositionQuery,
  status: Type.Optional(Type.Enum([...REVIEW_TABS])),
  author: Type.Optional(Id),
  post: Type.Optional(Id),
});

export function adminPostPages(app: App): void {
  app.get('/admin', asStaff('admin'), async (_request, reply) =>
    reply.redirect('/admin/posts', 303),
  );

  app.get('/admin/posts', asStaff('admin', PostsQuery), async (request, reply) => {
    const { cursor, status = 'queue', author, post } = queryOf(PostsQuery, request);
    const reviewQuery = { status, limit: ROWS, ...omitUndefined({ cursor, author }) };
    const [admin, page, open] = await Promise.all([
      adminPageOf(request),
      listForReview(request.ctx, request.member, reviewQuery),
      post === undefined ? undefined : findOpen(request, post),
    ]);
    return sendPage(
      reply,
      <Posts admin={admin} filter={{ status, author }} page={page} open={open} />,
    );
  });
}

/** The author may delete the post while it waits; the page then shows the queue without it. */
async function findOpen({ ctx, member }: FastifyRequest, id: number) {
  try {
    const [post, { items: history }] = await Promise.all([
      openForReview(ctx, member, id),
      listStaffLog(ctx, { subject_kind: 'post', subject_id: id, limit: HISTORY }),
    ]);
    const shown = post.edit ?? post;
    return {
      post,
      history,
      summary: await getOwnSummary(ctx, member, shown),
      html: {
        shown: await runRenderText(ctx, member, shown.body),
        live: post.edit ? await runRenderText(ctx, member, post.body) : null,
      },
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return 'gone' as const;
    throw error;
  }
}
