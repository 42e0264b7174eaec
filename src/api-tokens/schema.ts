import { type Static, Type } from 'typebox';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { LIFETIMES_DAYS, NAME_MAX, SCOPES } from './rules.ts';

const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
});

export const NewApiToken = Closed({
  name: Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '\\S', examples: ['backup'] }),
  scopes: Scopes,
  expires_in_days: Nullable(Type.Integer({ enum: [...LIFETIMES_DAYS] }), {
    description: 'Null: it does not expire.',
  }),
});
export type NewApiToken = Static<typeof NewApiToken>;

const fields = {
  id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.Enum([...SCOPES])),
  created_at: DateTime,
  expires_at: Nullable(DateTime),
  last_used_at: Nullable(DateTime, {
    description: 'The beginning of the hour. Null: not used yet.',
  }),
  is_expired: Type.Boolean(),
};

export const ApiToken = Named('ApiToken', fields);
export type ApiToken = Static<typeof ApiToken>;
export const ApiTokens = Type.Object({ items: Type.Array(ApiToken) });
export const MadeApiToken = Named('MadeApiToken', {
  ...fields,
  token: Type.String({ description: 'Shown this once.' }),
});
