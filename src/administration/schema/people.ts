import { type Static, Type } from 'typebox';
import { BAN_LENGTH } from '../../bans/schema.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed, DateTime, Named, Nullable } from '../../platform/http/validation.ts';
import { Reason } from '../../staff-log/schema.ts';
import { EMAIL_MAX } from '../../users/rules.ts';
import { UserCard } from '../../users/schema.ts';

const Role = Type.Enum(['member', 'admin', 'owner']);
const Status = Type.Enum(['active', 'banned']);

export const UserQuery = Closed({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: EMAIL_MAX,
      pattern: '^(?=.*\\S)[^\\u0000-\\u001f]+$',
      description: 'A uid, a whole e-mail address, or how a name begins.',
    }),
  ),
  role: Type.Optional(Role),
  status: Type.Optional(Status),
});
export type UserQuery = Static<typeof UserQuery>;

/** A member for staff. The e-mail address and deleted accounts are shown nowhere else. */
export const StaffUser = Named('StaffUser', {
  ...UserCard.properties,
  email: Nullable(Type.String(), { description: 'Null once purged.' }),
  role: Role,
  status: Status,
  banned_until: Nullable(DateTime, {
    description: 'Null: not banned, or for good.',
  }),
  created_at: DateTime,
  deleted_at: Nullable(DateTime),
  balance: Type.Integer({ description: 'Energy; may be below zero.' }),
  exp: Type.Integer(),
  invited_by: Nullable(UserCard, {
    description: 'Through whose invitation they joined; null if through none.',
  }),
  session_count: Type.Integer({ description: 'Devices logged in now.' }),
});
export type StaffUser = Static<typeof StaffUser>;

export const StatusBody = Closed({ status: Status, reason: Reason, ...BAN_LENGTH });
export type StatusBody = Static<typeof StatusBody>;

/** D17: only the command line can change the owner. */
export const RoleBody = Closed({
  role: Type.Enum(['member', 'admin']),
  reason: Type.Optional(Reason),
});
export type RoleBody = Static<typeof RoleBody>;
