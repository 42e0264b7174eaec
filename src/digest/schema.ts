import { type Static, Type } from 'typebox';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { DEFAULT_TIME, FREQUENCIES } from './rules.ts';

const frequency = Type.Enum(['off', ...FREQUENCIES], {
  description: '`off`: no digest is sent.',
});
const hour = Type.Integer({ minimum: 0, maximum: 23, description: 'By the clock of `zone`.' });
const weekday = Type.Integer({
  minimum: 1,
  maximum: 7,
  description: '1 is Monday; a daily digest ignores it.',
});
const zone = Type.String({
  minLength: 2,
  maxLength: 64,
  description: 'An IANA time zone, such as `Asia/Shanghai`.',
});

export const DigestSettings = Named('DigestSettings', {
  frequency,
  hour,
  weekday,
  zone,
  next_at: Nullable(DateTime, {
    description: 'When the next one is due; none is sent if nothing is new.',
  }),
  available: Type.Boolean({ description: 'Whether the site sends mail.' }),
  verified: Type.Boolean({ description: 'Whether the address of the caller is verified.' }),
});
export type DigestSettings = Static<typeof DigestSettings>;

export const DigestBody = Closed(
  {
    frequency,
    hour: Type.Optional(hour),
    weekday: Type.Optional(weekday),
    zone: Type.Optional(zone),
  },
  {
    description: 'What is absent stays as it is.',
    examples: [{ ...DEFAULT_TIME, frequency: 'daily' }],
  },
);
export type DigestBody = Static<typeof DigestBody>;
