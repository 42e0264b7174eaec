import { sql } from 'kysely';
import { FOR_EVERYBODY, type Hidden } from '../blocks/rules.ts';
import { unreadSql } from '../notifications/actions/inbox.ts';
import { batchedRead } from '../platform/db/batch/batched-read.ts';
import type { Db } from '../platform/db/database.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import type { CardRow } from '../users/schema.ts';

export type Header = Omit<CardRow, 'level'> & {
  exp: number;
  signature: string;
  checked_in_on: string | null;
  energy: number;
  unread: number;
  has_new_likes: boolean;
};

type HeaderKey = { uid: number; today: string };

const headersQuery = prepareQuery(
  (
    _db,
    { uids, days, hidden }: Params<{ uids: number[]; days: string[]; hidden: Hidden }>,
  ) => sql<Header>`
    select users.uid, users.username, users.avatar_key, users.exp, users.signature,
           users.checked_in_on,
           coalesce(account.balance, 0)::bigint as energy,
           ${unreadSql(sql`input.uid`, sql`input.today`, hidden)}
      from unnest(${uids}::bigint[], ${days}::date[]) as input(uid, today)
      join users on users.uid = input.uid and users.deleted_at is null
      left join energy_account account on account.uid = users.uid`,
);

const readHeaders = batchedRead(async (db, keys: HeaderKey[]) => {
  const rows = await headersQuery(db, {
    uids: keys.map(({ uid }) => uid),
    days: keys.map(({ today }) => today),
    hidden: FOR_EVERYBODY,
  });
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return keys.map(({ uid }) => byUid.get(uid));
});

/**
 * All data of the page header in one statement, which concurrent requests share. A member who hides somebody (D67) has a
 * statement of their own.
 */
export async function findHeader(
  db: Db,
  { uid, today, hidden }: HeaderKey & { hidden: Hidden },
): Promise<Header | undefined> {
  if (!hidden) return readHeaders(db, { uid, today });
  const [row] = await headersQuery(db, { uids: [uid], days: [today], hidden });
  return row;
}
