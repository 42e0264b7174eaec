import { type Static, Type } from 'typebox';
import { DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';

const Role = Type.Enum(['member', 'admin', 'owner']);

/** A user as they see themselves. Sent to no one else: it contains the e-mail address. */
export const Me = Named('Me', {
  uid: Id,
  email: Type.String(),
  username: Nullable(Type.String(), { description: 'Null until chosen.' }),
  role: Role,
  status: Type.Enum(['active', 'banned']),
  created_at: DateTime,
});
export type Me = Static<typeof Me>;

/** A user as everyone sees them, e.g. beside their posts. Contains nothing private (A08, 8.2.3). */
export const UserCard = Named('UserCard', {
  uid: Id,
  username: Nullable(Type.String(), { description: 'Null until chosen.' }),
  name: Type.String({ description: 'What to show: the username, or a stand-in with the uid.' }),
  avatar_url: Nullable(Type.String()),
  level: Type.Integer({ minimum: 0, maximum: 6 }),
});
export type UserCard = Static<typeof UserCard>;

/** What stores select when they join a card; raw SQL has `cardSql`. */
export const CARD_COLUMNS = [
  'member_card.uid',
  'member_card.username',
  'member_card.avatar_key',
  'member_card.level',
] as const;
export type CardRow = {
  uid: number;
  /** `member_card.version`, selected by the queries of cached pages; see `presentCard`. */
  user_version?: string | undefined;
  username: string | null;
  avatar_key: string | null;
  level: number;
};
