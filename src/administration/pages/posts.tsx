import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed, Id } from '../../platform/http/validation.ts';
import { openForReview } from '../../posts/actions/open-post.ts';
import { listForReview, type ReviewPost } from '../../posts/actions/read-for-review.ts';
import { getOwnSummary, runCompareVersions, runRenderText } from '../../posts/actions/text-work.ts';
import { COMPARISON_VIEWS } from '../../posts/views/compared-html.ts';
import { Refusal } from '../../refusals.ts';
import { readUndoStates } from '../../staff-log/actions/undo.ts';
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
  /** How the comparison of an edit is shown. */
  view: Type.Optional(Type.Enum([...COMPARISON_VIEWS])),
});

export function adminPostPages(app: App): void {
  app.get('/admin/posts', asStaff('admin', PostsQuery), async (request, reply) => {
    const {
      cursor,
      status = 'queue',
      author,
      post,
      view = 'inline',
    } = queryOf(PostsQuery, request);
    const reviewQuery = { status, limit: ROWS, ...omitUndefined({ cursor, author }) };
    const [admin, page, open] = await Promise.all([
      adminPageOf(request),
      listForReview(request.ctx, request.member, reviewQuery),
      post === undefined ? undefined : findOpen(request, post),
    ]);
    return sendPage(
      reply,
      <Posts admin={admin} filter={{ status, author }} page={page} open={open} view={view} />,
    );
  });
}

/** The author may delete the post while it waits; the page then shows the queue without it. */
export async function findOpen(request: FastifyRequest, id: number) {
  const { ctx, member } = request;
  try {
    const [post, { items: history }] = await Promise.all([
      openForReview(ctx, member, id),
      listStaffLog(ctx, { subject_kind: 'post', subject_id: id, limit: HISTORY }),
    ]);
    const shown = post.edit ?? post;
    const ids = history.map((entry) => entry.id);
    const [summary, undo] = await Promise.all([
      getOwnSummary(ctx, member, shown),
      readUndoStates(ctx, member, ids),
    ]);
    return {
      post,
      history,
      undo,
      summary,
      html: await runRenderText(ctx, member, shown.body),
      comparison: post.edit && (await compareEdit(request, post, post.edit)),
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return 'gone' as const;
    throw error;
  }
}

type Edit = NonNullable<ReviewPost['edit']>;

/** D21: what an edit changes in the public text. */
async function compareEdit({ ctx, member }: FastifyRequest, live: ReviewPost, edit: Edit) {
  return runCompareVersions(ctx, member, { before: textOf(live), after: textOf(edit) });
}

function textOf({ title, summary, body, tags, cover_url }: ReviewPost | Edit) {
  return { title, summary, body, tags: tags.map(({ name }) => name), cover: cover_url };
}
