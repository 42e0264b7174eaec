import { type Static, Type } from 'typebox';
import { DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { STATUSES } from './rules.ts';

/** A post in its author's bin. `refusal` is why it cannot be restored. */
export const DeletedPost = Named('DeletedPost', {
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  lang: TextLanguage,
  status: Type.Enum([...STATUSES], { description: 'Its state when it was deleted.' }),
  deleted_at: DateTime,
  purged_after: DateTime,
  days_left: Type.Integer(),
  refusal: Nullable(Type.Enum(['restored_before', 'locked'])),
});
export type DeletedPost = Static<typeof DeletedPost>;
