import { type Static, Type } from 'typebox';
import { DeleteAccountBody } from '../accounts/schema.ts';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { STATES } from './rules.ts';

export const RequestExportBody = Closed({ password: DeleteAccountBody.properties.password });

const optionalTime = Nullable(DateTime);

export const Export = Named('Export', {
  state: Type.Enum([...STATES], {
    description:
      '`preparing` until a job has made the file; `ready` while it can be downloaded; then `taken` or `expired`.',
  }),
  asked_at: optionalTime,
  bytes: Nullable(Type.Integer()),
  expires_at: optionalTime,
  taken_at: optionalTime,
  next_at: Type.Union(optionalTime.anyOf, {
    description: 'When another one can be requested; null if it can be at once.',
  }),
});
export type Export = Static<typeof Export>;
