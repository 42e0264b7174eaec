import { sql } from 'kysely';
import { unreadSql } from '../notifications/actions/inbox.ts';
import { batchedRead } from '../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../platform/db/prepared.ts';
import type { CardRow } from '../users/schema.ts';

type Header = CardRow & {
  checked_in_on: string | null;
  energy: number;
  unread: number;
  has_new_likes: boolean;
};

type Asked = { uid: number; today: string };

const headers = prepareQuery(
  (_db, { uids, days }: Params<{ uids: number[]; days: string[] }>) => sql<Header>`
    select users.uid, users.username, users.avatar_key, users.exp, users.checked_in_on,
           coalesce(account.balance, 0)::bigint as energy,
           ${unreadSql(sql`asked.uid`, sql`asked.today`)}
      from unnest(${uids}::bigint[], ${days}::date[]) as asked(uid, today)
      join users on users.uid = asked.uid and users.deleted_at is null
      left join energy_account account on account.uid = users.uid`,
);

/** Everything the header says of a member: one statement, since every page of theirs has one; for all of one moment. */
export const findHeader = batchedRead(async (db, asked: Asked[]) => {
  const found = await headers(db, {
    uids: asked.map(({ uid }) => uid),
    days: asked.map(({ today }) => today),
  });
  const byUid = new Map(found.map((one) => [one.uid, one]));
  return asked.map(({ uid }) => byUid.get(uid));
});
