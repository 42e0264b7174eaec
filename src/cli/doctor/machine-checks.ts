import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { findNodeProblem } from '../../start/node-version.ts';
import { formatBytes } from '../backup/format.ts';
import { createBackupCheck } from './backup-checks.ts';
import { type Check, Warning } from './check.ts';

const LOW_BYTES = 2_000_000_000;
const FULL_BYTES = 100_000_000;

/** Checks of this machine. */
export function createMachineChecks(config: Config): Check[] {
  return [
    {
      name: 'node',
      hint: 'Install the Node.js version that package.json requires.',
      run: async () => {
        const problem = findNodeProblem();
        if (problem) throw new Error(problem);
        return process.versions.node;
      },
    },
    {
      name: 'disk space',
      hint: 'Free disk space in STORAGE_DIR: without it uploads fail.',
      run: () => checkDiskSpace(config),
    },
    createBackupCheck(config),
  ];
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
