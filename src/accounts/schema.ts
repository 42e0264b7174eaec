import { type Static, Type } from 'typebox';
import { InvitationText } from '../invitations/schema.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { EMAIL_FORM, EMAIL_MAX } from '../users/rules.ts';
import { Me } from '../users/schema.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './rules.ts';

export const Email = Type.String({
  maxLength: EMAIL_MAX,
  pattern: EMAIL_FORM,
  examples: ['reader@example.org'],
});
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
/** Not checked against the length rules: a changed rule must not lock members out. */
export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1024 });

/** SPEC §4: required of every member who has a password. */
const PasswordIfAny = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description:
      'Required of members who have a password. All others confirm who they are first (`POST /api/settings/confirm`).',
  }),
);
export const PasskeyText = Type.String({
  minLength: 2,
  maxLength: 4_000,
  description: 'The credential as JSON text: `JSON.stringify(credential)` in the browser.',
});

export const Transport = Type.Optional(
  Type.Enum(['cookie', 'bearer'], {
    default: 'cookie',
    description:
      'How tokens travel: in cookies, or in the body for a client that sends `Authorization: Bearer`.',
  }),
);

export const CheckEmailBody = Closed({ email: Email });
export const EmailAvailability = Type.Object({ available: Type.Boolean() });
const TermsSeen = Type.Optional(
  Type.Integer({
    ...Id,
    description:
      'The highest id among the versions of the terms that the form named (`GET /api/pages`). Without it, the current ones are accepted.',
  }),
);
export const RegisterBody = Closed({
  email: Email,
  password: NewPassword,
  terms_seen: TermsSeen,
  invitation: InvitationText,
  transport: Transport,
});
export const LoginBody = Closed({
  email: Email,
  password: CurrentPassword,
  transport: Transport,
  device_token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'With bearer transport: the token of an earlier log-in, so that failed tries of others do not delay this one.',
    }),
  ),
  trust_token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'With bearer transport: the token of a trusted device, instead of a second factor.',
    }),
  ),
});
export const PasskeyLogInBody = Closed({ passkey: PasskeyText, transport: Transport });
export const SecondFactorBody = Closed({
  challenge: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'Of the refusal `second_factor_required`.',
  }),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Six digits of the authenticator app, or a recovery code.',
    }),
  ),
  passkey: Type.Optional(PasskeyText),
  trust_device: Type.Optional(
    Type.Boolean({ description: 'Ask this device for no second factor for 30 days.' }),
  ),
  transport: Transport,
});
export const ConfirmRestoreBody = Closed({
  restore_token: Type.String({ minLength: 1, maxLength: 100 }),
  transport: Transport,
});
const Token = Type.String({ minLength: 1, maxLength: 200 });
export const RefreshBody = Nullable(
  Closed({ refresh_token: Type.Optional(Token), transport: Transport }),
);

/** Tokens are in the body only for bearer transport. */
export const OpenedSession = Named('OpenedSession', {
  user: Me,
  session_id: Type.String(),
  access_expires_at: DateTime,
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  device_token: Type.Optional(
    Type.String({
      description:
        'With bearer transport, after a password was given: keep it and send it with the next log-in. It opens nothing by itself.',
    }),
  ),
  trust_token: Type.Optional(
    Type.String({
      description: 'With bearer transport, after `trust_device`: send it with the next log-in.',
    }),
  ),
  csrf_token: Type.Optional(
    Type.String({ description: 'With cookies: send it back as X-CSRF-Token.' }),
  ),
});
export type OpenedSession = Static<typeof OpenedSession>;

export const CsrfToken = Type.Object({ csrf_token: Type.String() });

export const ChangePasswordBody = Closed({
  current_password: PasswordIfAny,
  new_password: NewPassword,
});
export const DeleteAccountBody = Closed({ password: PasswordIfAny });
export const ConfirmBody = Closed({
  password: Type.Optional(CurrentPassword),
  code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: 'The six digits of the mail.' }),
  ),
  passkey: Type.Optional(PasskeyText),
});
export const DeletedAccount = Type.Object({
  restorable_until: DateTime,
});

export const SessionParams = Closed({ sid: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) });
export const RemarkBody = Closed({ remark: Type.String({ maxLength: 64 }) });

const Text = Nullable(Type.String());
export const Device = Named('Device', {
  sid: Type.String(),
  is_current: Type.Boolean(),
  remark: Type.String(),
  ip: Text,
  browser: Text,
  browser_version: Text,
  os: Text,
  os_version: Text,
  device_type: Type.Enum(['desktop', 'mobile', 'tablet', 'bot', 'unknown']),
  transport: Type.String(),
  created_at: DateTime,
  last_used_at: DateTime,
});
export type Device = Static<typeof Device>;
