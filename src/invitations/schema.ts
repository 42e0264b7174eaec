import { type Static, Type } from 'typebox';
import { PageOf, PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { EMAIL_FORM, EMAIL_MAX } from '../users/rules.ts';
import { UserCard } from '../users/schema.ts';
import { DAYS, DAYS_MAX, NOTE_MAX, STATES, USES_MAX } from './rules.ts';

const OptionalTime = Nullable(DateTime);

/** Wide, because people paste whole links with what surrounds them. */
export const InvitationText = Type.Optional(
  Type.String({
    maxLength: 500,
    description:
      'The link of an invitation, or the token at its end. Required if members join by invitation only.',
  }),
);

export const NewInvitation = Closed({
  uses_max: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: USES_MAX,
      default: 1,
      description: 'How many can join through it.',
    }),
  ),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      default: DAYS,
      description: 'How long it is valid.',
    }),
  ),
  note: Type.Optional(
    Type.String({
      maxLength: NOTE_MAX,
      pattern: '^[^\\u0000]*$',
      description: 'For the inviter and the staff; whoever opens the link does not see it.',
    }),
  ),
  send_to: Type.Optional(
    Type.String({
      maxLength: EMAIL_MAX,
      pattern: EMAIL_FORM,
      description: 'Sends the link to this address, at most once a day.',
    }),
  ),
});
export type NewInvitation = Static<typeof NewInvitation>;

const fields = {
  id: Id,
  inviter: UserCard,
  state: Type.Enum([...STATES], {
    description:
      '`suspended`: it cannot be used as long as whoever made it may not invite anybody.',
  }),
  uses: Type.Integer(),
  uses_max: Type.Integer(),
  note: Type.String(),
  sent_to: Nullable(Type.String()),
  created_at: DateTime,
  expires_at: DateTime,
  revoked_at: OptionalTime,
  joined: Type.Array(Type.Object({ member: UserCard, joined_at: DateTime }), {
    description: 'Oldest first; without purged accounts.',
  }),
};
export const Invitation = Named('Invitation', fields);
export type Invitation = Static<typeof Invitation>;
export const MadeInvitation = Named('MadeInvitation', {
  ...fields,
  link: Type.String({ description: 'Shown this once.' }),
});
export type MadeInvitation = Static<typeof MadeInvitation>;
export const InvitationPage = PageOf(Invitation);
export const InvitationQuery = Closed({ ...PageQuery });
