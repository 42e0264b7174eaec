import { sql } from 'kysely';
import { unreadInStatement } from '../messages/actions.ts';
import type { Db } from '../platform/db/database.ts';
import { type Places, prepared } from '../platform/db/prepared.ts';
import type { CardRow } from '../profiles/schema.ts';

type Header = CardRow & {
  checked_in_on: string | null;
  energy: number;
  unread: number;
  untold: boolean;
};

const header = prepared(
  (_db, { uid, today }: Places<{ uid: number; today: string }>) => sql<Header>`
    select users.uid, users.username, users.avatar_key, users.exp, users.checked_in_on,
           coalesce(account.balance, 0)::bigint as energy, ${unreadInStatement(uid, today)}
      from users left join energy_account account on account.uid = users.uid
     where users.uid = ${uid} and users.deleted_at is null`,
);

/** Everything the header says of a member: one statement, since every page of theirs has one. */
export async function findHeader(db: Db, uid: number, today: string): Promise<Header | undefined> {
  const [found] = await header(db, { uid, today });
  return found;
}
