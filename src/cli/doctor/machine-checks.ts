import { existsSync, readFileSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { packagePath } from '../../paths.ts';
import { listBackups } from '../backup/backups.ts';
import { formatBytes } from '../backup/format.ts';
import { type Check, Warning } from './check.ts';

const LOW_BYTES = 2_000_000_000;
const FULL_BYTES = 100_000_000;
const OLD_HOURS = 36;

/** Checks of this machine. */
export function createMachineChecks(config: Config): Check[] {
  return [
    {
      name: 'node',
      hint: 'Install the Node.js version that package.json requires.',
      run: async () => {
        const required = requiredNodeVersion();
        const major = Number(process.versions.node.split('.')[0]);
        if (major < required)
          throw new Error(`${process.versions.node}; ${required} is the oldest`);
        return process.versions.node;
      },
    },
    {
      name: 'disk space',
      hint: 'Free disk space in STORAGE_DIR: without it uploads fail.',
      run: () => checkDiskSpace(config),
    },
    {
      name: 'backups',
      hint: 'Run `lamplight backup --to <dir>` every night, with BACKUP_DIR set to that directory.',
      run: () => checkBackups(config),
    },
    {
      name: 'mail',
      hint: '',
      run: async () =>
        'this version sends none; for forgotten passwords use `lamplight user reset-password`',
    },
  ];
}

function requiredNodeVersion(): number {
  const text = readFileSync(packagePath('package.json'), 'utf8');
  const { engines } = JSON.parse(text) as { engines: { node: string } };
  return Number(/\d+/.exec(engines.node)?.[0]);
}

async function checkDiskSpace(config: Config): Promise<string> {
  if (config.STORAGE === 's3') return 'uploads are in S3';
  const directory = findExistingParent(resolve(config.STORAGE_DIR));
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const found = `${formatBytes(free)} free for uploads`;
  if (free < FULL_BYTES) throw new Error(found);
  if (free < LOW_BYTES) throw new Warning(found);
  return found;
}

/** The server creates its directory when it starts, so look at the nearest existing parent. */
export function findExistingParent(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : findExistingParent(dirname(path));
}

async function checkBackups({ BACKUP_DIR }: Config): Promise<string> {
  if (!BACKUP_DIR) throw new Warning('BACKUP_DIR is not set, so backups cannot be found');
  try {
    await access(BACKUP_DIR, constants.R_OK | constants.X_OK);
  } catch {
    throw new Warning(`${BACKUP_DIR} does not exist, or this user cannot read it`);
  }
  const [newest] = await listBackups(BACKUP_DIR);
  if (!newest) throw new Warning(`there is none in ${BACKUP_DIR}`);
  const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
  const found = `${newest.name} is ${hours} hours old`;
  if (hours >= OLD_HOURS) throw new Warning(found);
  return found;
}
