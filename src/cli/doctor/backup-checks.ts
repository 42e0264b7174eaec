import { access, constants } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { listBackupRecords } from '../../platform/backup-records.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { listBackups } from '../backup/backups.ts';
import { type Check, Warning } from './check.ts';

const OLD_HOURS = 36;

type Found = { name: string; at: Date };

export function createBackupCheck(config: Config): Check {
  return {
    name: 'backups',
    hint: 'Run `lamplight backup` every night, or `lamplight backup record <tool>` after your own backup.',
    run: () => checkBackups(config),
  };
}

/** The files are the truth where this user can read them, else the records in the database, which workers export too. */
async function checkBackups(config: Config): Promise<string> {
  const { BACKUP_DIR } = config;
  const isReadable = BACKUP_DIR !== '' && (await canRead(BACKUP_DIR));
  const recorded = await listRecorded(config, isReadable);
  const stored = isReadable ? await listBackups(BACKUP_DIR) : [];
  const [newest] = [...stored, ...recorded].sort((a, b) => b.at.getTime() - a.at.getTime());
  if (!newest) throw new Warning(describeNone(BACKUP_DIR, isReadable));
  const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
  const found = `${newest.name} is ${hours} hours old`;
  if (hours >= OLD_HOURS) throw new Warning(found);
  return found;
}

function describeNone(directory: string, isReadable: boolean): string {
  if (isReadable) return `there is none in ${directory}`;
  return directory ? `none is recorded, and ${directory} cannot be read` : 'none is recorded';
}

async function canRead(directory: string): Promise<boolean> {
  return access(directory, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** None if the database cannot be read: its own checks report that. */
async function listRecorded(config: Config, othersOnly: boolean): Promise<Found[]> {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = config;
  const { db, close } = openDatabase({ url, role, size: 1, name: 'lamplight doctor' }, () => {});
  try {
    const records = await listBackupRecords(db);
    return records
      .filter(({ tool }) => !othersOnly || tool !== 'lamplight')
      .map(({ tool, snapshot_at }) => ({ name: `the backup by ${tool}`, at: snapshot_at }));
  } catch {
    return [];
  } finally {
    await close();
  }
}
