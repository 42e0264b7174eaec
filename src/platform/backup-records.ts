import type { Db } from './db/database.ts';

export type BackupRecord = { tool: string; snapshot_at: Date; bytes: number | null };

/** Of all programs that back up this database, newest first. */
export function listBackupRecords(db: Db): Promise<BackupRecord[]> {
  return db
    .selectFrom('backup_record')
    .select(['tool', 'snapshot_at', 'bytes'])
    .orderBy('snapshot_at', 'desc')
    .execute();
}
