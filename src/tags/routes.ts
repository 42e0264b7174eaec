import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { NoBody } from '../platform/http/validation.ts';
import {
  listTagged,
  listTags,
  type OpenTag,
  openShownTag,
  suggestTags,
} from '../posts/actions/read-tags.ts';
import { PostSummary, TaggedQuery } from '../posts/schema.ts';
import { versionsOfTag, versionsOfTags } from '../reading/actions/versions.ts';
import { setTagFollow } from './actions/follow-tag.ts';
import * as schema from './schema.ts';

const { asCached, asMember, asOptional, route } = operations('tags');
const ofTag = { params: schema.TagParams };
const asFollow = route('member', ['follows']);

export function tagRoutes(app: App): void {
  app.get(
    '/api/tags',
    asCached(versionsOfTags)({
      operationId: 'listTags',
      summary: 'Tags of public posts, the most used first',
      querystring: ListQuery,
      response: { 200: PageOf(schema.UsedTag) },
    }),
    ({ ctx, query }) => listTags(ctx, query),
  );

  app.get(
    '/api/tags/suggest',
    asMember({
      operationId: 'suggestTags',
      summary: 'Tags that begin with a text, for the editor',
      querystring: schema.SuggestTagsQuery,
      response: { 200: schema.TagSuggestions },
    }),
    async ({ ctx, query }) => ({ items: await suggestTags(ctx, query.q) }),
  );

  app.get(
    '/api/tags/:slug',
    asOptional({
      ...ofTag,
      operationId: 'getTag',
      summary: 'One tag',
      description: 'For a tag that was merged, the tag that it became.',
      response: { 200: schema.TagPage },
    }),
    async ({ ctx, viewer, params }) => presentTag(await openShownTag(ctx, viewer, params.slug)),
  );

  app.get(
    '/api/tags/:slug/posts',
    asCached(versionsOfTag)({
      ...ofTag,
      operationId: 'listTaggedPosts',
      summary: 'The public posts of a tag',
      querystring: TaggedQuery,
      response: { 200: PageOf(PostSummary) },
    }),
    async ({ ctx, viewer, params, query }) =>
      listTagged(ctx, viewer, await openShownTag(ctx, viewer, params.slug), query),
  );

  app.put(
    '/api/tags/:slug/follow',
    asFollow({
      ...ofTag,
      operationId: 'followTag',
      summary: 'Follows a tag: its posts join the followed ones',
      body: NoBody,
      response: { 200: schema.TagFollowState },
    }),
    async ({ ctx, member, params }) =>
      setTagFollow(ctx, member, (await openShownTag(ctx, member, params.slug)).id, true),
  );

  app.delete(
    '/api/tags/:slug/follow',
    asFollow({
      ...ofTag,
      operationId: 'unfollowTag',
      summary: 'Stops following a tag',
      response: { 200: schema.TagFollowState },
    }),
    async ({ ctx, member, params }) =>
      setTagFollow(ctx, member, (await openShownTag(ctx, member, params.slug)).id, false),
  );
}

function presentTag({ id: _, moved_to: __, ...tag }: OpenTag): schema.TagPage {
  return tag;
}
