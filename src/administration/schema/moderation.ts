import { type Static, Type } from 'typebox';
import { Closed, DateTime, Id, Named } from '../../platform/http/validation.ts';
import { Reason } from '../../staff-log/schema.ts';
import { UserCard } from '../../users/schema.ts';

const NOTE_MAX = 1000;
const IDS_LENGTH_MAX = 10_000;
const Ids = (description: string) =>
  Type.String({
    maxLength: IDS_LENGTH_MAX,
    pattern: '^([1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499})?$',
    description,
  });

export const WaveBody = Closed({
  comments: Ids('Comments to remove, separated by commas.'),
  accounts: Type.Optional(Ids('Members to ban.')),
  reason: Reason,
});
export const WaveDone = Named('WaveDone', {
  removed: Type.Integer(),
  banned: Type.Integer(),
  refused: Type.Integer(),
  batch: Type.String({ description: 'Undoes all of it at once.' }),
});

export const NoteBody = Closed({
  body: Type.String({ minLength: 1, maxLength: NOTE_MAX, pattern: '\\S' }),
});
export const StaffNote = Named('StaffNote', {
  id: Id,
  body: Type.String(),
  author: UserCard,
  created_at: DateTime,
});
export type StaffNote = Static<typeof StaffNote>;
export const NOTE_LENGTH_MAX = NOTE_MAX;
