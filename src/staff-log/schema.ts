import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { UserCard } from '../users/schema.ts';

export const REASON_MAX = 500;
/** The affected member reads it. */
export const Reason = Type.String({ minLength: 1, maxLength: REASON_MAX, pattern: '\\S' });
export const ReasonBody = Closed({ reason: Reason });

export const SUBJECT_KINDS = [
  'post',
  'comment',
  'user',
  'profile_change',
  'energy_batch',
  'site_setting',
  'tag',
  'series',
  'words',
  'webhook',
  'page',
] as const;

export const StaffLogQuery = Closed({
  ...PageQuery,
  actor_uid: Type.Optional(Id),
  subject_kind: Type.Optional(Type.Enum([...SUBJECT_KINDS])),
  subject_id: Type.Optional(Id),
});

export const StaffLogEntry = Named('StaffLogEntry', {
  id: Id,
  actor: Nullable(UserCard, { description: 'Null: the command line.' }),
  action: Type.String({ examples: ['post.approve'] }),
  subject_kind: Type.String(),
  subject_id: Nullable(Id),
  reason: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  created_at: DateTime,
});
export type StaffLogEntry = Static<typeof StaffLogEntry>;
