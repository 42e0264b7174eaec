import { type Static, Type } from 'typebox';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { PASSKEY_NAME_MAX } from './rules.ts';

const OptionalTime = Nullable(DateTime);

export const PasskeyName = Type.String({
  minLength: 1,
  maxLength: PASSKEY_NAME_MAX,
  pattern: '\\S',
});
export const RenameBody = Closed({ name: PasskeyName });

/** The `publicKey` options of the browser's API, as JSON. */
export const PasskeyOptions = Named('PasskeyOptions', {}, { additionalProperties: true });

export const Passkey = Named('Passkey', {
  id: Type.Integer(),
  name: Type.String(),
  backed_up: Type.Boolean({
    description: 'Synchronized by its provider, so not lost with a device.',
  }),
  created_at: DateTime,
  last_used_at: OptionalTime,
});
export type Passkey = Static<typeof Passkey>;

export const Factors = Named('Factors', {
  has_password: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  passkey_step: Type.Boolean({
    description: 'A log-in with the password also asks for a passkey.',
  }),
  totp_added_at: OptionalTime,
  recovery_codes_left: Type.Integer(),
});
export type Factors = Static<typeof Factors>;

export const TotpSetup = Type.Object({
  setup: Type.String({ description: 'Send it back with the first code, within 30 minutes.' }),
  secret: Type.String({ description: 'In base 32, to type it into the app.' }),
  uri: Type.String({ description: 'For a QR code.' }),
});
export const TotpBody = Closed({
  setup: Type.String({ minLength: 1, maxLength: 400 }),
  code: Type.String({ minLength: 1, maxLength: 20 }),
});
export const PasskeyStepBody = Closed({ enabled: Type.Boolean() });
export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Shown this once. Each works once.',
  }),
});
