import { type App, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { UidParams } from '../platform/http/validation.ts';
import { findPublicAuthor } from '../posts/store/shared/visible-posts.ts';
import { getFollowStatus, getPrivacy, listFollows, setPrivacy, toggleFollow } from './actions.ts';
import { FollowBody, FollowCard, FollowStatus, PrivacyBody, PrivacySettings } from './schema.ts';

const { asMember, asOptional, route } = operations('follows');
const asFollow = route('member', ['follows']);
const ofUser = { params: UidParams };
const aList = { ...ofUser, querystring: ListQuery, response: { 200: PageOf(FollowCard) } };

export function followRoutes(app: App): void {
  app.get(
    '/api/users/:uid/follow-status',
    asOptional({
      ...ofUser,
      operationId: 'getFollowStatus',
      summary: 'Whether the caller and a member follow each other, and the counts',
      response: { 200: FollowStatus },
    }),
    ({ ctx, viewer, params }) => getFollowStatus(ctx, viewer, params.uid),
  );

  app.post(
    '/api/users/:uid/follow',
    asFollow({
      ...ofUser,
      operationId: 'toggleFollow',
      summary: 'Follows a member or stops following',
      body: FollowBody,
      response: { 200: FollowStatus },
    }),
    async ({ ctx, member, params, body }) => {
      const { following, post_id } = body ?? {};
      const isTheirs = post_id && (await findPublicAuthor(ctx.db, post_id)) === params.uid;
      return toggleFollow(ctx, member, params.uid, following, isTheirs ? post_id : null);
    },
  );

  app.get(
    '/api/users/:uid/followers',
    asOptional({ ...aList, operationId: 'listFollowers', summary: 'Who follows a member' }),
    ({ ctx, viewer, params, query }) =>
      listFollows(ctx, viewer, params.uid, { ...query, list: 'followers' }),
  );

  app.get(
    '/api/users/:uid/following',
    asOptional({ ...aList, operationId: 'listFollowing', summary: 'Whom a member follows' }),
    ({ ctx, viewer, params, query }) =>
      listFollows(ctx, viewer, params.uid, { ...query, list: 'following' }),
  );

  app.get(
    '/api/space/privacy',
    asMember({
      operationId: 'getPrivacy',
      summary: 'Whether others see the own lists',
      response: { 200: PrivacySettings },
    }),
    ({ ctx, member }) => getPrivacy(ctx, member),
  );

  app.put(
    '/api/space/privacy',
    asMember({
      operationId: 'setPrivacy',
      summary: 'Shows or hides the own lists of followers and followed',
      body: PrivacyBody,
      response: { 200: PrivacySettings },
    }),
    ({ ctx, member, body }) => setPrivacy(ctx, member, body),
  );
}
