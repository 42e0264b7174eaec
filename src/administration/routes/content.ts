import { listCommentsForStaff } from '../../comments/actions/search-comments.ts';
import { StaffComment } from '../../comments/schema.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { IdParams, NoContent } from '../../platform/http/validation.ts';
import { openForReview } from '../../posts/actions/open-post.ts';
import { listForReview } from '../../posts/actions/read-for-review.ts';
import { ReasonBody } from '../../staff-log/schema.ts';
import { decideOnPost, removePost } from '../actions/decide-post.ts';
import { removeCommentAsStaff } from '../actions/remove-comment.ts';
import { removePicture } from '../actions/remove-picture.ts';
import * as schema from '../schema/content.ts';

const { asAdmin } = operations('administration');
const MOVES = {
  approve: 'Publishes a post that waits, or shows the edit that does',
  reject: 'Turns down a post, or the edit of it that waits',
  lock: 'Takes a post away from readers and its author’s pen',
  unlock: 'Returns a locked post to the state it was locked in',
} as const;

/** SPEC §4, D47: posts, comments and pictures for staff. */
export function adminContentRoutes(app: App): void {
  postReviewRoutes(app);
  commentReviewRoutes(app);
  pictureRoutes(app);
}

function postReviewRoutes(app: App): void {
  app.get(
    '/api/admin/posts',
    asAdmin({
      operationId: 'listPostsForReview',
      summary: 'Posts for the staff: what waits for review, or those of one status',
      querystring: schema.ReviewQuery,
      response: { 200: PageOf(schema.ReviewSummary) },
    }),
    ({ ctx, member, query }) => listForReview(ctx, member, query),
  );

  app.get(
    '/api/admin/posts/:id',
    asAdmin({
      operationId: 'getPostForReview',
      summary: 'One post, with the edit of it that waits',
      description: 'Opening somebody’s draft is recorded in the staff log.',
      params: IdParams,
      response: { 200: schema.ReviewPost },
    }),
    ({ ctx, member, params }) => openForReview(ctx, member, params.id),
  );

  for (const [trigger, summary] of Object.entries(MOVES) as [keyof typeof MOVES, string][]) {
    app.post(
      `/api/admin/posts/:id/${trigger}`,
      asAdmin({
        operationId: `${trigger}Post`,
        summary,
        description: '`reject` and `lock` need a reason, which the author reads.',
        params: IdParams,
        body: schema.DecisionBody,
        response: { 200: schema.ReviewPost },
      }),
      ({ ctx, member, params, body }) => decideOnPost(ctx, member, params.id, { ...body, trigger }),
    );
  }

  app.post(
    '/api/admin/posts/:id/remove',
    asAdmin({
      operationId: 'removePost',
      summary: 'Removes a post',
      description: 'No energy is charged or refunded. Needs a reason, which the author reads.',
      params: IdParams,
      body: schema.DecisionBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => removePost(ctx, member, params.id, body),
  );
}

function commentReviewRoutes(app: App): void {
  app.get(
    '/api/admin/comments',
    asAdmin({
      operationId: 'searchComments',
      summary: 'Comments, newest first, by text, author or post',
      querystring: schema.CommentSearchQuery,
      response: { 200: PageOf(StaffComment) },
    }),
    ({ ctx, member, query }) => listCommentsForStaff(ctx, member, query),
  );

  app.post(
    '/api/admin/comments/:id/remove',
    asAdmin({
      operationId: 'removeComment',
      summary: 'Removes a comment',
      description: 'A root takes its replies along. Its author reads the reason.',
      params: IdParams,
      body: ReasonBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => removeCommentAsStaff(ctx, member, params.id, body),
  );
}

function pictureRoutes(app: App): void {
  app.post(
    '/api/admin/uploads/:id/remove',
    asAdmin({
      operationId: 'removePicture',
      summary: 'Removes a picture wherever it is shown',
      description:
        'It is no longer served to anyone; its uploader reads the reason. Removing it again changes nothing.',
      params: IdParams,
      body: ReasonBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => removePicture(ctx, member, params.id, body),
  );
}
