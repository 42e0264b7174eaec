import { type Static, Type } from 'typebox';
import { DeleteAccountBody } from '../accounts/schema.ts';
import { Closed } from '../platform/http/validation.ts';
import { STATES } from './rules.ts';

export const RequestExportBody = Closed({ password: DeleteAccountBody.properties.password });

const moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const Export = Type.Object(
  {
    state: Type.Enum([...STATES], {
      description:
        '`preparing` until a job has made the file; `ready` while it can be downloaded; then `taken` or `expired`.',
    }),
    asked_at: moment,
    bytes: Type.Union([Type.Integer(), Type.Null()]),
    expires_at: moment,
    taken_at: moment,
    next_at: Type.Union(moment.anyOf, {
      description: 'From when on another one can be asked for; null where it can be at once.',
    }),
  },
  { title: 'Export' },
);
export type Export = Static<typeof Export>;
