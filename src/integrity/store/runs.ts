import type { Db, Trx } from '../../platform/db/database.ts';

export async function insertRun(
  trx: Trx,
  run: { clean: boolean; checks: unknown; started_at: Date; created_at: Date },
): Promise<void> {
  await trx
    .insertInto('integrity_run')
    .values({ ...run, checks: JSON.stringify(run.checks) })
    .execute();
}

export function findLastRun(db: Db) {
  return db
    .selectFrom('integrity_run')
    .select(['clean', 'checks', 'started_at', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
