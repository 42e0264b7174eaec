import { type Static, Type } from 'typebox';
import { RegisterBody } from '../accounts/schema.ts';
import { Closed, Named } from '../platform/http/validation.ts';

export const ConnectedAccount = Named('ConnectedAccount', {
  id: Type.Integer(),
  provider: Type.String(),
  name: Type.String({ description: 'Of the provider.' }),
  label: Type.String({ description: 'An address or a name at the provider.' }),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: Type.String({ format: 'date-time' }),
});
export type ConnectedAccount = Static<typeof ConnectedAccount>;
export const ConnectedAccounts = Type.Object({ items: Type.Array(ConnectedAccount) });

const { email, invitation, terms_seen } = RegisterBody.properties;
export const CompleteBody = Closed({ email, invitation, terms_seen });
