import { type Static, Type } from 'typebox';
import { Id } from '../platform/http/validation.ts';

const Role = Type.Enum(['member', 'admin', 'owner']);

/** A user as they see themselves. Never sent to anybody else: it holds the e-mail address. */
export const Me = Type.Object(
  {
    uid: Id,
    email: Type.String(),
    username: Type.Union([Type.String(), Type.Null()], { description: 'Null until chosen.' }),
    role: Role,
    status: Type.Enum(['active', 'banned']),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;
