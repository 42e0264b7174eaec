import { type Static, Type } from 'typebox';
import { Id, Named } from '../platform/http/validation.ts';

export const UploadedImage = Named('UploadedImage', {
  id: Id,
  url: Type.String({ description: 'Where it is served, and what to put into a body.' }),
  content_type: Type.String(),
  bytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
});
export type UploadedImage = Static<typeof UploadedImage>;
