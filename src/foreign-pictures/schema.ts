import { type Static, Type } from 'typebox';
import { Closed, Id } from '../platform/http/validation.ts';
import { ADDRESS_LENGTH_MAX } from '../platform/outbound/target.ts';

export const FetchPictureBody = Closed({
  url: Type.String({
    minLength: 1,
    maxLength: ADDRESS_LENGTH_MAX,
    description: 'http or https, at a public address.',
  }),
  post_id: Id,
});
export type FetchPictureBody = Static<typeof FetchPictureBody>;
