import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { ADDRESS_LENGTH_MAX } from '../platform/outbound/target.ts';
import { EVENTS } from './rules.ts';

const OptionalTime = Nullable(DateTime);
const Url = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LENGTH_MAX,
  description: 'https, at a public address, port 443 or 8443.',
  examples: ['https://hooks.example.org/lamplight'],
});
const Events = Type.Array(Type.Enum([...EVENTS]), {
  minItems: 1,
  maxItems: EVENTS.length,
  uniqueItems: true,
});

export const NewWebhook = Closed({ url: Url, events: Events });
export type NewWebhook = Static<typeof NewWebhook>;
export const WebhookChange = Closed({
  url: Url,
  events: Events,
  enabled: Type.Boolean({ description: 'False: events leave nothing for it, from now on.' }),
});
export type WebhookChange = Static<typeof WebhookChange>;

const fields = {
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.Enum([...EVENTS])),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.Enum(['gone', 'failing']), {
    description: 'Why the site turned it off: it returned 410, or failed for three days.',
  }),
  failing_since: OptionalTime,
  previous_secret_until: OptionalTime,
  created_at: DateTime,
};
export const Webhook = Named('Webhook', fields);
export type Webhook = Static<typeof Webhook>;
export const Webhooks = Type.Object({ items: Type.Array(Webhook) });
const secret = Type.String({ description: 'Shown this once.', examples: ['whsec_…'] });
export const MadeWebhook = Named('MadeWebhook', { ...fields, secret });

export const DeliveryParams = Closed({ id: Id, delivery_id: Id });
export const DeliveryQuery = Closed({ ...PageQuery });
export const Delivery = Named('WebhookDelivery', {
  id: Id,
  message_id: Type.String({ description: 'The header `webhook-id`, the same in every attempt.' }),
  event: Type.String({ examples: ['post.published', 'test'] }),
  subject_id: Nullable(Id),
  state: Type.Enum(['waiting', 'delivered', 'given_up']),
  attempts: Type.Integer(),
  last_status: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  happened_at: DateTime,
  next_at: OptionalTime,
  finished_at: OptionalTime,
});
export type Delivery = Static<typeof Delivery>;
