import { type Static, Type } from 'typebox';
import { Closed, DateTime, Nullable } from '../platform/http/validation.ts';
import { EMAIL_MAX } from '../users/rules.ts';

const MailEvent = Closed({
  type: Type.Enum(['bounce', 'complaint'], {
    description: 'An undelivered mail, or a recipient who marked one as spam.',
  }),
  address: Type.String({ minLength: 3, maxLength: EMAIL_MAX, description: 'The recipient.' }),
  permanent: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'For `bounce`: the address does not exist. False if a later mail may arrive.',
    }),
  ),
  detail: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The code of the other server, such as 550 5.1.1.',
    }),
  ),
});
export type MailEvent = Static<typeof MailEvent>;

export const MailEventsBody = Closed({
  events: Type.Optional(Type.Array(MailEvent, { maxItems: 100 })),
  message: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'Instead: one report as it arrived (RFC 3464, RFC 5965).',
    }),
  ),
});
export type MailEventsBody = Static<typeof MailEventsBody>;
export const MailEventsTaken = Type.Object({
  taken: Type.Integer({
    description: 'How many had an effect; the others are repetitions or about unknown addresses.',
  }),
});

export const MailAddress = Type.Object({
  state: Type.Enum(['working', 'disabled']),
  reason: Nullable(Type.Enum(['bounce', 'complaint'])),
  disabled_at: Nullable(DateTime),
});
