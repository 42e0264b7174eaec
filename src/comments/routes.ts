import { Type } from 'typebox';
import { type App, asMember, asOptional, route } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { PostParams } from '../posts/schema.ts';
import { deleteComment } from './actions/delete-comment.ts';
import { listComments, listThread } from './actions/read-comments.ts';
import { createComment, replyToComment } from './actions/write-comment.ts';
import * as schema from './schema.ts';

const tags = ['comments'];
const asComment = route('member', ['comments']);

/** SPEC §4, comments. Their images are uploaded at /api/comments/upload-image. */
export function commentRoutes(app: App): void {
  app.get(
    '/api/posts/:id/comments',
    {
      ...asOptional,
      schema: {
        operationId: 'listComments',
        summary: 'The root comments of a post',
        description: 'Newest or oldest first, each with its first replies.',
        tags,
        params: PostParams,
        querystring: schema.RootsQuery,
        response: { 200: PageOf(schema.RootComment) },
      },
    },
    ({ ctx, viewer, params, query }) => listComments(ctx, viewer, params.id, query),
  );

  app.get(
    '/api/posts/:id/comments/:root_id/replies',
    {
      ...asOptional,
      schema: {
        operationId: 'listReplies',
        summary: 'The replies under a root comment, oldest first',
        tags,
        params: schema.ThreadParams,
        querystring: schema.RepliesQuery,
        response: { 200: PageOf(schema.Comment) },
      },
    },
    ({ ctx, viewer, params, query }) => listThread(ctx, viewer, params, query),
  );

  app.post(
    '/api/posts/:id/comments',
    {
      ...asComment,
      schema: {
        operationId: 'createComment',
        summary: 'Comments on a public post',
        tags,
        params: PostParams,
        body: schema.CommentBody,
        response: { 201: schema.Comment },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return createComment(request.ctx, request.member, request.params.id, request.body);
    },
  );

  app.post(
    '/api/comments/:id/reply',
    {
      ...asComment,
      schema: {
        operationId: 'replyToComment',
        summary: 'Replies to a comment',
        description:
          'To a root or to another reply; the new reply belongs to the root in both cases.',
        tags,
        params: schema.CommentParams,
        body: schema.CommentBody,
        response: { 201: schema.Comment },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return replyToComment(request.ctx, request.member, request.params.id, request.body);
    },
  );

  app.delete(
    '/api/comments/:id',
    {
      ...asMember,
      schema: {
        operationId: 'deleteComment',
        summary: 'Deletes a comment',
        description:
          "Its author, the post's author and the staff may. Deleting a root hides its replies.",
        tags,
        params: schema.CommentParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteComment(request.ctx, request.member, request.params.id);
      reply.code(204);
      return null;
    },
  );
}
