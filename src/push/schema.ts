import { type Static, Type } from 'typebox';
import { Closed, Named, Nullable } from '../platform/http/validation.ts';
import { ADDRESS_LENGTH_MAX } from '../platform/outbound/target.ts';
import { PUSH_GROUPS } from './rules.ts';

const Groups = Type.Array(Type.Enum([...PUSH_GROUPS]), {
  minItems: 1,
  maxItems: PUSH_GROUPS.length,
  uniqueItems: true,
  description: 'Which notifications the browser shows.',
});
const base64 = (length: number) =>
  Type.String({ minLength: length, maxLength: length, pattern: '^[A-Za-z0-9_-]+$' });

/** As `PushSubscription.toJSON()` of a browser returns it, and what to send. */
export const PushBody = Closed({
  endpoint: Type.String({
    minLength: 1,
    maxLength: ADDRESS_LENGTH_MAX,
    description: 'https, at a public address: the push service of the browser.',
    examples: ['https://push.example.org/send/abc'],
  }),
  keys: Closed({ p256dh: base64(87), auth: base64(22) }),
  groups: Groups,
});
export type PushBody = Static<typeof PushBody>;

export const PushSettings = Named('PushSettings', {
  available: Type.Boolean({
    description: 'False while the owner has turned offline reading off.',
  }),
  public_key: Type.String({ description: 'The `applicationServerKey` of the site.' }),
  groups: Nullable(Groups, {
    description: 'Of the browser with this session; null if it shows no notifications.',
  }),
});
export type PushSettings = Static<typeof PushSettings>;

/** What the service worker shows (`offline/client/worker/push.ts`). */
export type PushPayload = {
  title: string;
  body: string;
  lang: string;
  /** A path of this site. */
  url: string;
  /** A newer message with the same one replaces the older. */
  tag: string;
  /** For the badge of the installed site. */
  unread: number;
};
