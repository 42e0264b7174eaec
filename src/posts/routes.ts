import { Type } from 'typebox';
import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { IdParams } from '../platform/http/validation.ts';
import { versionsOfNewest, versionsOfPosts } from '../reading/actions/versions.ts';
import { readTitles } from './actions/find-titles.ts';
import { openPost } from './actions/open-post.ts';
import { listPosts } from './actions/read-posts.ts';
import * as schema from './schema.ts';

const { asCached, asOptional } = operations('posts');

/** SPEC §4, posts. Writing goes through the studio. */
export function postRoutes(app: App): void {
  app.get(
    '/api/posts',
    asCached(versionsOfNewest)({
      operationId: 'listPosts',
      summary: 'Public posts: the newest, the hottest, or those of followed authors',
      description:
        'With `author`, a uid, the newest of one author; no other order goes with it. With `lang`, the newest or hottest in one language.',
      querystring: schema.PostListQuery,
      response: { 200: PageOf(schema.PostSummary) },
    }),
    (request) => listPosts(request.ctx, request.viewer, request.query),
  );

  app.get(
    '/api/posts/titles',
    asOptional({
      operationId: 'listTitles',
      summary: 'The titles of some posts',
      description:
        'For lists that a device keeps itself. A post that the caller may not see is left out.',
      querystring: schema.TitlesQuery,
      response: { 200: Type.Object({ items: Type.Array(schema.PostTitle) }) },
    }),
    async (request) => ({
      items: await readTitles(
        request.ctx,
        request.viewer,
        request.query.ids.split(',').map(Number),
      ),
    }),
  );

  app.get(
    '/api/posts/:id',
    asCached(versionsOfPosts)({
      operationId: 'getPost',
      summary: 'One post',
      description:
        'Its author and the staff also see it while it is not public. A draft that staff open is recorded in the staff log.',
      params: IdParams,
      response: { 200: schema.Post },
    }),
    (request) => openPost(request.ctx, request.viewer, request.params.id),
  );
}
