import { Type } from 'typebox';
import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { IdParams, NoContent } from '../platform/http/validation.ts';
import { hidePublishedEdit } from '../posts/actions/hide-published-edit.ts';
import { OwnPost } from '../posts/schema.ts';
import { versionsOfPosts } from '../reading/actions/versions.ts';
import { getPublishedChange, listPublishedChanges } from './actions/published-changes.ts';
import {
  compareVersions,
  getPostOfHistory,
  getVersion,
  listPostVersions,
} from './actions/read-versions.ts';
import { restoreVersion } from './actions/restore-version.ts';
import * as schema from './schema.ts';

const { asMember, route } = operations('studio');
const posts = operations('posts');

/** The author's history of a post, and what readers see of it. */
export function revisionRoutes(app: App): void {
  app.get(
    '/api/studio/posts/:id/versions',
    asMember({
      operationId: 'listPostVersions',
      summary: 'The stored versions of an own post, the newest first',
      description: 'Every save is a version; older ones are thinned out.',
      params: IdParams,
      querystring: schema.VersionListQuery,
      response: { 200: PageOf(schema.PostVersion) },
    }),
    async ({ ctx, member, params, query }) => {
      const post = await getPostOfHistory(ctx, member, params.id);
      return listPostVersions(ctx, member, post, query);
    },
  );

  app.get(
    '/api/studio/posts/:id/versions/:version',
    asMember({
      operationId: 'getPostVersion',
      summary: 'The text of one version of an own post',
      params: schema.VersionParams,
      response: { 200: schema.VersionText },
    }),
    async ({ ctx, member, params }) => {
      const post = await getPostOfHistory(ctx, member, params.id);
      return getVersion(ctx, post, params.version);
    },
  );

  app.get(
    '/api/studio/posts/:id/comparison',
    asMember({
      operationId: 'comparePostVersions',
      summary: 'What changed from one version of an own post to another',
      params: IdParams,
      querystring: schema.CompareQuery,
      response: { 200: schema.ComparisonResult },
    }),
    async ({ ctx, member, params, query }) => {
      const post = await getPostOfHistory(ctx, member, params.id);
      return (await compareVersions(ctx, member, post, query)).comparison;
    },
  );

  app.post(
    '/api/studio/posts/:id/versions/:version/restore',
    route('member', ['saves'])({
      operationId: 'restoreVersion',
      summary: 'Saves the text of an earlier version again, as the newest',
      description:
        'Publishes and submits nothing, like a save with `draft`. A `current_version` that is no longer the newest is refused with both texts.',
      params: schema.VersionParams,
      body: schema.RestoreBody,
      response: { 200: OwnPost },
    }),
    ({ ctx, member, params, body }) =>
      restoreVersion(ctx, member, params.id, {
        version: params.version,
        current: body.current_version,
      }),
  );

  app.delete(
    '/api/studio/posts/:id/changes/:version',
    asMember({
      operationId: 'hideChange',
      summary: 'Stops showing readers what one update changed',
      params: schema.VersionParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => hidePublishedEdit(ctx, member, params.id, params.version),
  );

  app.get(
    '/api/posts/:id/changes',
    posts.asCached(versionsOfPosts)({
      operationId: 'listChanges',
      summary: 'The updates of a public post whose author shows what changed',
      params: IdParams,
      response: { 200: Type.Object({ items: Type.Array(schema.PublishedChange) }) },
    }),
    async ({ ctx, params }) => ({ items: await listPublishedChanges(ctx, params.id) }),
  );

  app.get(
    '/api/posts/:id/changes/:version',
    posts.asCached(versionsOfPosts)({
      operationId: 'getChange',
      summary: 'What one update of a public post changed',
      params: schema.VersionParams,
      response: { 200: schema.ComparisonResult },
    }),
    ({ ctx, params }) => getPublishedChange(ctx, params.id, params.version),
  );
}
