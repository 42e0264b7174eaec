import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AppealOutcome, EndedBy } from '../rules.ts';

export type BanRow = {
  id: number;
  uid: number;
  reason: string;
  banned_at: Date;
  ends_at: Date | null;
  ended_at: Date | null;
};

const COLUMNS = ['id', 'uid', 'reason', 'banned_at', 'ends_at', 'ended_at'] as const;

/** The caller has locked the member. */
export function lockOpenBan(trx: Trx, uid: number): Promise<BanRow | undefined> {
  return trx
    .selectFrom('ban')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function lockBan(trx: Trx, id: number): Promise<BanRow | undefined> {
  return trx
    .selectFrom('ban')
    .select(COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertBan(
  trx: Trx,
  ban: Pick<BanRow, 'uid' | 'reason' | 'banned_at' | 'ends_at'>,
): Promise<number> {
  const { id } = await trx.insertInto('ban').values(ban).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function markEnded(
  trx: Trx,
  id: number,
  end: { ended_at: Date; end_reason: EndedBy },
): Promise<void> {
  await trx.updateTable('ban').set(end).where('id', '=', id).execute();
}

export async function reopenBan(trx: Trx, id: number): Promise<void> {
  const open = { ended_at: null, end_reason: null };
  await trx.updateTable('ban').set(open).where('id', '=', id).execute();
}

/** Those whose end has come, the longest overdue first. */
export function listDueBans(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: number; uid: number }[]> {
  return db
    .selectFrom('ban')
    .select(['id', 'uid'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute();
}

export type OwnBan = BanRow & {
  body: string | null;
  appealed_at: Date | null;
  outcome: AppealOutcome | null;
  reply: string | null;
};

/** The member's ban or, if none stands, their last one. Without one that was undone: it never was. */
export async function findLastBan(db: Db, uid: number): Promise<OwnBan | undefined> {
  const { rows } = await sql<OwnBan>`
    select ban.id, ban.uid, reason, banned_at, ends_at, ended_at,
           appeal.body, appeal.created_at as appealed_at, appeal.outcome, appeal.reply
      from ban left join ban_appeal appeal on appeal.ban_id = ban.id
     where ban.uid = ${uid} and ban.end_reason is distinct from 'undo'
     order by ban.id desc limit 1`.execute(db);
  return rows[0];
}

/** Their appeals go with them. */
export async function deleteBans(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('ban').where('uid', '=', uid).execute();
}
