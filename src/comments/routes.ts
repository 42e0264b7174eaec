import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { type RoutedId, RoutedParams, readRoutedId } from '../platform/http/routed-id.ts';
import { IdParams, NoBody, NoContent } from '../platform/http/validation.ts';
import { deleteComment } from './actions/delete-comment.ts';
import { editComment } from './actions/edit-comment.ts';
import { likeComment } from './actions/like-comment.ts';
import { pinComment, unpinComment } from './actions/pin-comment.ts';
import { listComments, listThread } from './actions/read-comments.ts';
import { createComment, replyToComment } from './actions/write-comment.ts';
import { EDIT_MINUTES } from './rules.ts';
import * as schema from './schema.ts';

const { asMember, asOptional, route } = operations('comments');
const asComment = route('member', ['comments']);
/** Exempt from admission, as reactions are: concurrent likes share one statement. */
const asLike = route('member', ['toggles'], 'exempt');

/** SPEC §4, comments. Their images are uploaded at /api/comments/upload-image. */
export function commentRoutes(app: App): void {
  readingRoutes(app);
  writingRoutes(app);
  likeRoutes(app);
  pinRoutes(app);
}

function readingRoutes(app: App): void {
  app.get(
    '/api/posts/:id/comments',
    asOptional({
      operationId: 'listComments',
      summary: 'The root comments of a post',
      description: 'Newest, oldest or hottest first, each with its first replies.',
      params: IdParams,
      querystring: schema.RootsQuery,
      response: { 200: schema.RootsPage },
    }),
    ({ ctx, viewer, params, query }) => listComments(ctx, viewer, params.id, query),
  );

  app.get(
    '/api/posts/:id/comments/:root_id/replies',
    asOptional({
      operationId: 'listReplies',
      summary: 'The replies under a root comment, oldest first',
      params: schema.ThreadParams,
      querystring: ListQuery,
      response: { 200: PageOf(schema.Comment) },
    }),
    ({ ctx, viewer, params, query }) => listThread(ctx, viewer, params, query),
  );
}

function writingRoutes(app: App): void {
  app.post(
    '/api/posts/:id/comments',
    asComment({
      operationId: 'createComment',
      summary: 'Comments on a public post',
      params: IdParams,
      body: schema.CommentBody,
      response: { 201: schema.Comment },
    }),
    (request) => createComment(request.ctx, request.member, request.params.id, request.body),
  );

  app.post(
    '/api/comments/:id/reply',
    asComment({
      operationId: 'replyToComment',
      summary: 'Replies to a comment',
      description:
        'To a root or to another reply; the new reply belongs to the root in both cases.',
      params: RoutedParams,
      body: schema.CommentBody,
      response: { 201: schema.Comment },
    }),
    (request) => replyToComment(request.ctx, request.member, addressOf(request), request.body),
  );

  app.put(
    '/api/comments/:id',
    asComment({
      operationId: 'editComment',
      summary: 'Changes the text of an own comment',
      description: `Within ${EDIT_MINUTES} minutes after it was written. People whom the text mentions for the first time are notified.`,
      params: RoutedParams,
      body: schema.EditBody,
      response: { 200: schema.Comment },
    }),
    (request) => editComment(request.ctx, request.member, addressOf(request), request.body),
  );

  app.delete(
    '/api/comments/:id',
    asMember({
      operationId: 'deleteComment',
      summary: 'Deletes a comment',
      description:
        "Its author, the post's author and the staff may. Deleting a root hides its replies.",
      params: RoutedParams,
      response: NoContent,
    }),
    (request) => deleteComment(request.ctx, request.member, addressOf(request)),
  );
}

function likeRoutes(app: App): void {
  const shared = { params: RoutedParams, response: { 200: schema.CommentLike } };
  app.put(
    '/api/comments/:id/like',
    asLike({
      ...shared,
      operationId: 'likeComment',
      summary: 'Likes a comment',
      body: NoBody,
    }),
    (request) => likeComment(request.ctx, request.member, addressOf(request), true),
  );

  app.delete(
    '/api/comments/:id/like',
    asLike({ ...shared, operationId: 'unlikeComment', summary: 'Removes the like' }),
    (request) => likeComment(request.ctx, request.member, addressOf(request), false),
  );
}

function pinRoutes(app: App): void {
  app.put(
    '/api/comments/:id/pin',
    asMember({
      operationId: 'pinComment',
      summary: 'Puts a root comment before the others',
      description: 'For the author of the post. Replaces the comment pinned before.',
      params: RoutedParams,
      body: NoBody,
      response: NoContent,
    }),
    (request) => pinComment(request.ctx, request.member, addressOf(request)),
  );

  app.delete(
    '/api/comments/:id/pin',
    asMember({
      operationId: 'unpinComment',
      summary: 'Unpins a comment',
      description: 'For the author of the post and the staff.',
      params: RoutedParams,
      response: NoContent,
    }),
    (request) => unpinComment(request.ctx, request.member, addressOf(request)),
  );
}

function addressOf({ params }: { params: { id: string } }): RoutedId {
  return readRoutedId(params.id);
}
