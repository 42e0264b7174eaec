import { access, constants } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { listBackups } from '../../platform/backup-directory.ts';
import { listBackupRecords } from '../../platform/backup-records.ts';
import type { Db } from '../../platform/db/database.ts';
import { found, type HealthCheck, type Result } from '../rules.ts';

const OLD_HOURS = 36;

type Newest = { at: Date; name: string; tool?: string };

export function createBackupCheck({ BACKUP_DIR }: Config, db: Db): HealthCheck {
  return { name: 'backups', run: () => checkBackups(BACKUP_DIR, db) };
}

/** The files are the truth where this user can read them, else the records in the database, which workers export too. */
async function checkBackups(directory: string, db: Db): Promise<Result> {
  const isReadable = directory !== '' && (await canRead(directory));
  const recorded = await listRecorded(db, isReadable);
  const stored: Newest[] = isReadable ? await listBackups(directory) : [];
  const [newest] = [...stored, ...recorded].sort((a, b) => b.at.getTime() - a.at.getTime());
  if (!newest) return describeNone(directory, isReadable);
  const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
  const state = hours >= OLD_HOURS ? 'doubtful' : 'good';
  const { name, tool } = newest;
  return tool
    ? found(state, 'backup_of_tool', { tool, hours })
    : found(state, 'backup', { name, hours });
}

function describeNone(directory: string, isReadable: boolean): Result {
  if (isReadable) return found('doubtful', 'no_backup_in', { directory });
  if (directory) return found('doubtful', 'no_backup_readable', { directory });
  return found('doubtful', 'no_backup');
}

async function canRead(directory: string): Promise<boolean> {
  return access(directory, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** None if the database cannot be read: its own checks report that. */
async function listRecorded(db: Db, othersOnly: boolean): Promise<Newest[]> {
  try {
    const records = await listBackupRecords(db);
    return records
      .filter(({ tool }) => !othersOnly || tool !== 'lamplight')
      .map(({ tool, snapshot_at }) => ({ name: tool, tool, at: snapshot_at }));
  } catch {
    return [];
  }
}
