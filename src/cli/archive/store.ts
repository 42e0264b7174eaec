import type pg from 'pg';

/** An arbitrary key that no other program on the database uses. */
const ADVISORY_LOCK = 7_526_512;

/** Until the connection ends. Two runs would wait for each other's rows. */
export async function tryLockArchive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [ADVISORY_LOCK],
  );
  return rows[0]?.locked ?? false;
}

/** The next members, by their uids. */
export async function listMembers(
  client: pg.Client,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await client.query<{ uid: string }>(
    'SELECT uid FROM energy_account WHERE uid > $1 ORDER BY uid LIMIT $2',
    [after, limit],
  );
  return rows.map(({ uid }) => Number(uid));
}

/** Those of them whose first entry outside the archive is old enough. */
export async function filterToArchive(
  client: pg.Client,
  uids: number[],
  before: Date,
): Promise<number[]> {
  const openings = await client.query<{ uid: string; seq: string }>(
    'SELECT uid, seq FROM energy_opening WHERE uid = ANY ($1)',
    [uids],
  );
  const archived = new Map(openings.rows.map(({ uid, seq }) => [Number(uid), Number(seq)]));
  const firsts = uids.map((uid) => (archived.get(uid) ?? 0) + 1);
  const { rows } = await client.query<{ account_id: string }>(
    `SELECT account_id FROM energy_entry
      WHERE (account_id, seq) IN (SELECT uid, first FROM unnest($1::bigint[], $2::bigint[]) AS member (uid, first)) AND created_at < $3
      ORDER BY account_id`,
    [uids, firsts, before],
  );
  return rows.map(({ account_id }) => Number(account_id));
}

/** All of it as text: the numbers are `bigint`, and only compared. */
export type Step = { moved: number; seq: string; last: string; balance: string; after: string };

/**
 * Moves the member's oldest entries, at most `limit`, and up to the first one that is too young: entries come in the order
 * of their numbers, not of their times. In one statement, so that every snapshot has each entry once. Writers do not wait:
 * they only insert.
 */
export async function moveEntries(
  client: pg.Client,
  { uid, before, limit }: { uid: number; before: Date; limit: number },
): Promise<Step> {
  const { rows } = await client.query<Step>(
    `WITH opening AS (
       SELECT coalesce(max(seq), 0) AS seq, coalesce(max(balance), 0) AS balance FROM energy_opening WHERE uid = $1
     ), range AS (
       SELECT coalesce(min(entry.seq) - 1, max(opening.seq) + $3) AS last
         FROM opening LEFT JOIN energy_entry AS entry
           ON account_id = $1 AND entry.seq <= opening.seq + $3 AND created_at >= $2
     ), moved AS (
       DELETE FROM energy_entry WHERE account_id = $1 AND seq <= (SELECT last FROM range)
       RETURNING account_id, seq, transfer_id, delta, balance_after, created_at
     ), archived AS (
       INSERT INTO energy_entry_archive (account_id, seq, transfer_id, delta, balance_after, created_at)
       SELECT account_id, seq, transfer_id, delta, balance_after, created_at FROM moved
     ), total AS (
       SELECT opening.seq + count(moved.seq) AS seq, opening.balance + coalesce(sum(delta), 0) AS balance,
              count(moved.seq)::int AS moved, max(moved.seq) AS last,
              (array_agg(balance_after ORDER BY moved.seq DESC))[1] AS after
         FROM opening LEFT JOIN moved ON true GROUP BY opening.seq, opening.balance
     ), opened AS (
       INSERT INTO energy_opening (uid, seq, balance) SELECT $1, seq, balance FROM total WHERE moved > 0
       ON CONFLICT (uid) DO UPDATE SET seq = excluded.seq, balance = excluded.balance
     )
     SELECT moved, seq::text, last::text, balance::text, after::text FROM total`,
    [uid, before, limit],
  );
  const [step] = rows;
  if (!step) throw new Error(`nothing is known about member ${uid}`);
  return step;
}
