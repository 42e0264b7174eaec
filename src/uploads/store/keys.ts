import { sql } from 'kysely';

/** An upload with its uploader: both are its key. */
export type UploadKey = { uid: number; id: number };

export function isOneOf(uploads: UploadKey[]) {
  const [uids, ids] = [uploads.map(({ uid }) => uid), uploads.map(({ id }) => id)];
  return sql<boolean>`upload.uid = any(${uids}::bigint[]) and upload.id = any(${ids}::bigint[])`;
}
