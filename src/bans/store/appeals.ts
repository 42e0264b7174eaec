import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AppealOutcome } from '../rules.ts';

/** False if the ban has had its appeal. */
export async function insertAppeal(
  trx: Trx,
  appeal: { ban_id: number; uid: number; body: string; created_at: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('ban_appeal')
    .values(appeal)
    .onConflict((conflict) => conflict.column('ban_id').doNothing())
    .returning('ban_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export type AppealRow = {
  ban_id: number;
  uid: number;
  outcome: AppealOutcome | null;
  decided_by: number | null;
};

export function findAppeal(db: Db, banId: number): Promise<AppealRow | undefined> {
  return selectAppeal(db, banId).executeTakeFirst() as Promise<AppealRow | undefined>;
}

export function lockAppeal(trx: Trx, banId: number): Promise<AppealRow | undefined> {
  return selectAppeal(trx, banId).forNoKeyUpdate().executeTakeFirst() as Promise<
    AppealRow | undefined
  >;
}

function selectAppeal(db: Db, banId: number) {
  return db
    .selectFrom('ban_appeal')
    .select(['ban_id', 'uid', 'outcome', 'decided_by'])
    .where('ban_id', '=', banId);
}

export async function updateOutcome(
  trx: Trx,
  banId: number,
  verdict: { outcome: AppealOutcome; reply: string; decided_at: Date; decided_by: number | null },
): Promise<void> {
  await trx.updateTable('ban_appeal').set(verdict).where('ban_id', '=', banId).execute();
}

/** The ban has ended, so there is nothing left to decide. */
export async function lapseAppeal(trx: Trx, banId: number, now: Date): Promise<void> {
  await sql`
    update ban_appeal set outcome = 'lapsed', decided_at = ${now}
     where ban_id = ${banId} and outcome is null`.execute(trx);
}

/** It waits again, unless it has another outcome than these. */
export async function reopenAppeal(
  trx: Trx,
  banId: number,
  outcomes: AppealOutcome[],
): Promise<void> {
  await sql`
    update ban_appeal set outcome = null, reply = '', decided_at = null, decided_by = null
     where ban_id = ${banId} and outcome = any(${outcomes}::text[])`.execute(trx);
}

export type WaitingAppeal = { id: number; uid: number; body: string; since: Date };

/** Oldest first, from a partial index. */
export async function listWaitingAppeals(
  db: Db,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<WaitingAppeal[]> {
  const { rows } = await sql<WaitingAppeal>`
    select ban_id as id, uid, body, created_at as since from ban_appeal
     where outcome is null and (created_at, ban_id) > (${after.since}::timestamptz, ${after.id}::bigint)
     order by created_at, ban_id limit ${limit}`.execute(db);
  return rows;
}
