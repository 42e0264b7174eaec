import { type App, operations } from '../../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../../platform/http/pagination.ts';
import { IdParams, NoBody, NoContent, UidParams } from '../../platform/http/validation.ts';
import { listProfileChanges } from '../../profiles/actions/change-profile.ts';
import { ProfileChange } from '../../profiles/schema.ts';
import { ReasonBody } from '../../staff-log/schema.ts';
import { changeRole, changeStatus } from '../actions/change-user.ts';
import { getStaffUser, listUsers } from '../actions/list-users.ts';
import { removeAvatar } from '../actions/remove-picture.ts';
import { reviewProfile } from '../actions/review-profile.ts';
import { RoleBody, StaffUser, StatusBody, UserQuery } from '../schema/people.ts';

const { asAdmin, asOwner } = operations('administration');
const ofUser = { params: UidParams, response: { 200: StaffUser } };
const ofChange = { params: IdParams, response: NoContent };

/** SPEC §4, D47: members and profile changes. */
export function adminPeopleRoutes(app: App): void {
  userRoutes(app);
  profileReviewRoutes(app);
}

function userRoutes(app: App): void {
  app.get(
    '/api/admin/users',
    asAdmin({
      operationId: 'listStaffUsers',
      summary: 'Everybody, newest first, or whom a search finds',
      querystring: UserQuery,
      response: { 200: PageOf(StaffUser) },
    }),
    ({ ctx, query }) => listUsers(ctx, query),
  );

  app.get(
    '/api/admin/users/:uid',
    asAdmin({ ...ofUser, operationId: 'getStaffUser', summary: 'One member' }),
    ({ ctx, params }) => getStaffUser(ctx, params.uid),
  );

  app.put(
    '/api/admin/users/:uid/status',
    asAdmin({
      ...ofUser,
      operationId: 'changeUserStatus',
      summary: 'Bans a member, or lifts the ban',
      description:
        'Their sessions end with it. Only the owner can ban admins. With `days` or `until` the ban ends by itself; another end replaces a ban that stands.',
      body: StatusBody,
    }),
    ({ ctx, member, params, body }) => changeStatus(ctx, member, params.uid, body),
  );

  app.put(
    '/api/admin/users/:uid/role',
    asOwner({
      ...ofUser,
      operationId: 'changeUserRole',
      summary: 'Makes a member an admin, or an admin a member',
      body: RoleBody,
    }),
    ({ ctx, member, params, body }) => changeRole(ctx, member, params.uid, body),
  );

  app.post(
    '/api/admin/users/:uid/remove-avatar',
    asAdmin({
      ...ofUser,
      operationId: 'removeAvatar',
      summary: 'Removes the picture of a profile',
      description:
        'The member reads the reason and can choose another picture. Without a picture it changes nothing.',
      body: ReasonBody,
    }),
    ({ ctx, member, params, body }) => removeAvatar(ctx, member, params.uid, body),
  );
}

function profileReviewRoutes(app: App): void {
  app.get(
    '/api/admin/profile-changes',
    asAdmin({
      operationId: 'listProfileChanges',
      summary: 'Names and signatures that wait for review, oldest first',
      querystring: ListQuery,
      response: { 200: PageOf(ProfileChange) },
    }),
    ({ ctx, query }) => listProfileChanges(ctx, query),
  );

  app.post(
    '/api/admin/profile-changes/:id/accept',
    asAdmin({
      ...ofChange,
      operationId: 'approveProfileChange',
      summary: 'Lets a change of a profile take effect',
      body: NoBody,
    }),
    ({ ctx, member, params }) =>
      reviewProfile(ctx, member, params.id, { accept: true, reason: '' }),
  );

  app.post(
    '/api/admin/profile-changes/:id/refuse',
    asAdmin({
      ...ofChange,
      operationId: 'rejectProfileChange',
      summary: 'Turns down a change of a profile, and refunds it',
      body: ReasonBody,
    }),
    ({ ctx, member, params, body }) =>
      reviewProfile(ctx, member, params.id, { accept: false, reason: body.reason }),
  );
}
