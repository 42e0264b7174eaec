import { type Static, Type } from 'typebox';
import { CurrentPassword, Email, NewPassword, Transport } from '../accounts/schema.ts';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { CODE_FORM } from './rules.ts';

/** Not checked against the form: a link that was cut off must be refused like any other wrong one. */
const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The end of the link.',
});

export const RequestResetBody = Closed({ email: Email, transport: Transport });
export const ResetPasswordBody = Closed({
  token: LinkToken,
  new_password: NewPassword,
  transport: Transport,
});
export const LinkOrCodeBody = Closed({
  token: Type.Optional(LinkToken),
  code: Type.Optional(
    Type.String({
      maxLength: 20,
      pattern: CODE_FORM,
      description: 'Instead of the link: the six digits, by the logged-in member.',
    }),
  ),
});
export const LinkBody = Closed({ token: LinkToken, transport: Transport });
export const RequestChangeBody = Closed({
  email: Email,
  password: Type.Optional(CurrentPassword),
});

export const Address = Type.Object({ email: Type.String() });
export const UndoneChange = Type.Object({
  email: Type.String(),
  reset_token: Type.String({
    description: 'For `resetPassword`: the account has no password now.',
  }),
});

export const EmailSettings = Named('EmailSettings', {
  email: Type.String(),
  verified_at: Nullable(DateTime),
  has_password: Type.Boolean(),
  pending: Nullable(Type.Object({ email: Type.String(), requested_at: DateTime })),
  mail_enabled: Type.Boolean({ description: 'False: the site sends no mail.' }),
});
export type EmailSettings = Static<typeof EmailSettings>;
