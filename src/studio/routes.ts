import type { FastifyRequest } from 'fastify';
import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { POST_BYTES_MAX } from '../platform/http/request-limits.ts';
import { IdParams, NoBody, NoContent } from '../platform/http/validation.ts';
import { deletePost, editPost } from '../posts/actions/change-post.ts';
import { createPost } from '../posts/actions/create-post.ts';
import { pinPost, unpinPost } from '../posts/actions/pin-post.ts';
import { getOwnPost } from '../posts/actions/read-posts.ts';
import { CreatePostBody, OwnPost, OwnPostQuery, UpdatePostBody } from '../posts/schema.ts';
import { Refusal } from '../refusals.ts';
import { listStudioPosts } from './actions/list-studio-posts.ts';
import { getOverview, getTrends } from './actions/read-trends.ts';
import { StudioOverview, StudioPostSummary, TrendQuery, Trends } from './schema.ts';

const { asMember, route } = operations('studio');

/** SPEC §4, studio: only the caller's own posts. */
export function studioRoutes(app: App): void {
  app.get(
    '/api/studio/overview',
    asMember({
      operationId: 'getStudioOverview',
      summary: "The caller's posts in numbers",
      response: { 200: StudioOverview },
    }),
    (request) => getOverview(request.ctx, request.member),
  );

  app.get(
    '/api/studio/trends',
    asMember({
      operationId: 'getStudioTrends',
      summary: "What the caller's posts received, day by day",
      description:
        'Days are days in Shanghai. Likes and favorites that still stand count on the day they were given.',
      querystring: TrendQuery,
      response: { 200: Trends },
    }),
    (request) => getTrends(request.ctx, request.member, request.query.range),
  );

  app.get(
    '/api/studio/posts',
    asMember({
      operationId: 'listOwnPosts',
      summary: "The caller's posts, last edited first",
      querystring: OwnPostQuery,
      response: { 200: PageOf(StudioPostSummary) },
    }),
    (request) => listStudioPosts(request.ctx, request.member, request.query),
  );

  app.post(
    '/api/studio/posts',
    route('member', ['posts'])(
      {
        operationId: 'createPost',
        summary: 'Creates a post',
        description: 'A draft where review is on or `draft` is true, else public at once.',
        body: CreatePostBody,
        response: { 201: OwnPost },
      },
      { bodyLimit: POST_BYTES_MAX },
    ),
    (request) => createPost(request.ctx, request.member, request.body),
  );

  app.get(
    '/api/studio/posts/:id',
    asMember({
      operationId: 'getOwnPost',
      summary: 'The newest text of an own post',
      params: IdParams,
      response: { 200: OwnPost },
    }),
    async (request, reply) => {
      const post = await getOwnPost(request.ctx, request.ctx.db, request.member, request.params.id);
      reply.header('etag', `"${post.version}"`);
      return post;
    },
  );

  app.put(
    '/api/studio/posts/:id',
    route('member', ['saves'])(
      {
        operationId: 'updatePost',
        summary: 'Saves a new version of a post',
        description: 'A version that is no longer the newest is refused with both texts.',
        params: IdParams,
        body: UpdatePostBody,
        response: { 200: OwnPost },
      },
      { bodyLimit: POST_BYTES_MAX },
    ),
    (request) => {
      const version = request.body.version ?? ifMatch(request);
      return editPost(request.ctx, request.member, request.params.id, { ...request.body, version });
    },
  );

  app.delete(
    '/api/studio/posts/:id',
    asMember({
      operationId: 'deletePost',
      summary: 'Deletes a post',
      params: IdParams,
      response: NoContent,
    }),
    (request) => deletePost(request.ctx, request.member, request.params.id),
  );

  app.put(
    '/api/studio/posts/:id/pin',
    asMember({
      operationId: 'pinPost',
      summary: "Begins the caller's space with a public post",
      description: 'Replaces the post pinned before. Not shown while the post is not public.',
      params: IdParams,
      body: NoBody,
      response: NoContent,
    }),
    (request) => pinPost(request.ctx, request.member, request.params.id),
  );

  app.delete(
    '/api/studio/posts/:id/pin',
    asMember({
      operationId: 'unpinPost',
      summary: 'Unpins a post',
      params: IdParams,
      response: NoContent,
    }),
    (request) => unpinPost(request.ctx, request.member, request.params.id),
  );
}

/** D21: without the version it started from, a save could overwrite a newer text. */
function ifMatch(request: FastifyRequest): number {
  const version = /^"([1-9]\d{0,8})"$/.exec(request.headers['if-match'] ?? '')?.[1];
  if (version) return Number(version);
  const fields = [{ pointer: '/version', detail: 'name the version the edit started from' }];
  throw new Refusal('invalid_input', {}, { fields });
}
