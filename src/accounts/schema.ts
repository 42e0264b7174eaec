import { type Static, Type } from 'typebox';
import { Closed } from '../platform/http/validation.ts';
import { EMAIL_MAX } from '../users/rules.ts';
import { Me } from '../users/schema.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './rules.ts';

const Email = Type.String({
  maxLength: EMAIL_MAX,
  pattern: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
  examples: ['reader@example.org'],
});
const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
/** Not checked against the length rules: a changed rule must not lock members out. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 1024 });

const Transport = Type.Optional(
  Type.Enum(['cookie', 'bearer'], {
    default: 'cookie',
    description:
      'How tokens travel: in cookies, or in the body for a client that sends `Authorization: Bearer`.',
  }),
);

export const CheckEmailBody = Closed({ email: Email });
export const EmailAvailability = Type.Object({ available: Type.Boolean() });
export const RegisterBody = Closed({ email: Email, password: NewPassword, transport: Transport });
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
});
export const ConfirmRestoreBody = Closed({
  restore_token: Type.String({ minLength: 1, maxLength: 100 }),
  transport: Transport,
});
const Token = Type.String({ minLength: 1, maxLength: 200 });
export const RefreshBody = Type.Union([
  Closed({ refresh_token: Type.Optional(Token), transport: Transport }),
  Type.Null(),
]);

/** Tokens are in the body only for bearer transport. */
export const OpenedSession = Type.Object(
  {
    user: Me,
    session_id: Type.String(),
    access_expires_at: Type.String({ format: 'date-time' }),
    access_token: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
    device_token: Type.Optional(
      Type.String({
        description:
          'With bearer transport, after a password was given: keep it and send it with the next log-in. It opens nothing by itself.',
      }),
    ),
    csrf_token: Type.Optional(
      Type.String({ description: 'With cookies: send it back as X-CSRF-Token.' }),
    ),
  },
  { title: 'OpenedSession' },
);
export type OpenedSession = Static<typeof OpenedSession>;

export const CsrfToken = Type.Object({ csrf_token: Type.String() });

export const ChangePasswordBody = Closed({
  current_password: CurrentPassword,
  new_password: NewPassword,
});
export const DeleteAccountBody = Closed({ password: CurrentPassword });
export const DeletedAccount = Type.Object({
  restorable_until: Type.String({ format: 'date-time' }),
});

export const SessionParams = Closed({ sid: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) });
export const RemarkBody = Closed({ remark: Type.String({ maxLength: 64 }) });

const Text = Type.Union([Type.String(), Type.Null()]);
export const Device = Type.Object(
  {
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
    created_at: Type.String({ format: 'date-time' }),
    last_used_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Device' },
);
export type Device = Static<typeof Device>;
