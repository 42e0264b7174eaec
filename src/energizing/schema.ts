import { type Static, Type } from 'typebox';
import { Closed, Id, Named } from '../platform/http/validation.ts';
import { FORMS, type Form } from './rules.ts';

export const EnergizeBody = Closed({
  post_id: Id,
  form: Type.Enum(Object.keys(FORMS) as Form[], {
    description: `\`light\` costs ${FORMS.light}, \`heavy\` ${FORMS.heavy}.`,
  }),
});

export const Energized = Named('Energized', {
  balance: Type.Integer({ description: 'The balance of the caller afterwards.' }),
  used: Type.Integer({ description: 'What the caller has given to this post so far.' }),
  cap: Type.Integer(),
  exp_gained: Type.Integer({ description: 'Less than usual, or none, at the daily cap.' }),
  energy: Type.Integer({ description: 'What the post has received from all readers.' }),
});
export type Energized = Static<typeof Energized>;
