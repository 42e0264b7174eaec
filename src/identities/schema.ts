import { type Static, Type } from 'typebox';
import { RegisterBody } from '../accounts/schema.ts';
import { Closed, DateTime, Named } from '../platform/http/validation.ts';

export const ConnectedAccount = Named('ConnectedAccount', {
  id: Type.Integer(),
  provider: Type.String(),
  name: Type.String({ description: 'Of the provider.' }),
  label: Type.String({ description: 'An address or a name at the provider.' }),
  created_at: DateTime,
  last_used_at: DateTime,
});
export type ConnectedAccount = Static<typeof ConnectedAccount>;
export const ConnectedAccounts = Type.Object({ items: Type.Array(ConnectedAccount) });

const { email, invitation, terms_seen } = RegisterBody.properties;
export const CompleteBody = Closed({ email, invitation, terms_seen });
