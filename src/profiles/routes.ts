import { Type } from 'typebox';
import { type App, operations } from '../platform/http/app-types.ts';
import { fileOf, upload } from '../platform/http/multipart.ts';
import { PageOf, PageQuery } from '../platform/http/pagination.ts';
import { Closed, NoBody, NoContent, UidParams } from '../platform/http/validation.ts';
import { UserCard } from '../users/schema.ts';
import { changeProfile, withdrawChange } from './actions/change-profile.ts';
import { searchUsers } from './actions/search-users.ts';
import { getOwnProfile, getPublicProfile, setAvatar } from './actions/show-profile.ts';
import { Avatar, OwnProfile, ProfileBody, PublicProfile } from './schema.ts';

const { asMember, asOptional, optionsWith } = operations('settings');
const SearchQuery = Closed({
  ...PageQuery,
  q: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f]+$',
    description: 'How a name begins, or a uid.',
    examples: ['灯'],
  }),
});

export function profileRoutes(app: App): void {
  app.get(
    '/api/settings/profile',
    asMember({
      operationId: 'getOwnProfile',
      summary: "The caller's profile, and what of it waits for review",
      response: { 200: OwnProfile },
    }),
    ({ ctx, member }) => getOwnProfile(ctx, ctx.db, member),
  );

  app.put(
    '/api/settings/profile',
    asMember({
      operationId: 'changeProfile',
      summary: 'Changes the name, the signature or both',
      description:
        'Takes effect at once, or waits for review where that is switched on. A name after the first costs 6 energy, given back unless it is accepted. What is as it was costs nothing.',
      body: ProfileBody,
      response: { 200: OwnProfile },
    }),
    ({ ctx, member, body }) => changeProfile(ctx, member, body),
  );

  app.delete(
    '/api/settings/profile/pending',
    asMember({
      operationId: 'withdrawProfileChange',
      summary: 'Withdraws what waits for review',
      body: NoBody,
      response: NoContent,
    }),
    ({ ctx, member }) => withdrawChange(ctx, member),
  );

  app.get(
    '/api/users/:uid',
    asOptional({
      operationId: 'getProfile',
      summary: 'A member as everybody sees them',
      params: UidParams,
      response: { 200: PublicProfile },
    }),
    ({ ctx, params }) => getPublicProfile(ctx, params.uid),
  );

  app.post(
    '/api/settings/avatar',
    optionsWith(upload)({
      operationId: 'setAvatar',
      summary: 'Uploads and shows a new avatar',
      description: 'One file of at most 5 MB: JPEG, PNG, GIF or WebP, cut to a square.',
      response: { 200: Avatar },
    }),
    (request) => setAvatar(request.ctx, request.member, fileOf(request)),
  );

  app.get(
    '/api/users/search',
    operations('comments').route('member', ['user_search'])({
      operationId: 'searchUsers',
      summary: 'People to mention, from Lv3 on',
      querystring: SearchQuery,
      response: { 200: PageOf(UserCard) },
    }),
    (request) => searchUsers(request.ctx, request.member, request.query),
  );
}
