import { sql } from 'kysely';

/** The uid of whoever invited the member of the row; null if nobody did. */
export function inviterSql(uid: ReturnType<typeof sql.ref>) {
  return sql<number | null>`(
    select invitation.uid from invitation_use
      join invitation on invitation.id = invitation_use.invitation_id
     where invitation_use.uid = ${uid})`;
}
