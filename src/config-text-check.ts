import { Type } from 'typebox';

/** The operator's service that judges texts (ADR 0061). */
export const TextCheckSettings = {
  TEXT_CHECK_URL: Type.String({
    group: 'Text check',
    description:
      'A service that judges texts before they become public (docs/operations.md). It gets what members write. Empty: none.',
    default: '',
    examples: ['https://moderation.example/check'],
    pattern: '^(https?://.+)?$',
  }),
  TEXT_CHECK_SECRET: Type.String({
    group: 'Text check',
    description:
      'Signs the requests by Standard Webhooks: whsec_ and 24 to 64 bytes in base64. TEXT_CHECK_URL needs it.',
    default: '',
    secret: true,
  }),
  TEXT_CHECK_MS: Type.Integer({
    group: 'Text check',
    description: 'How long a member waits for the service.',
    default: 2000,
    minimum: 100,
    maximum: 5000,
  }),
  TEXT_CHECK_FAILURE: Type.Enum(['hold', 'allow'], {
    group: 'Text check',
    description: 'What happens to a text about which the service sends nothing in time.',
    default: 'hold',
  }),
  TEXT_CHECK_PRIVATE: Type.Boolean({
    group: 'Text check',
    description: 'Whether the service may be at a private address, inside your network.',
    default: false,
  }),
};
