import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { formatBytes } from '../../platform/format-size.ts';
import { findNodeProblem } from '../../start/node-version.ts';
import { found, type HealthCheck, type Result } from '../rules.ts';

const LOW_BYTES = 2_000_000_000;
const FULL_BYTES = 100_000_000;

/** Checks of this machine. */
export function createMachineChecks(config: Config) {
  return {
    node: {
      name: 'node',
      run: async () => {
        const problem = findNodeProblem();
        if (problem) throw new Error(problem);
        return found('good', 'node', { version: process.versions.node });
      },
    },
    disk_space: { name: 'disk_space', run: () => checkDiskSpace(config) },
  } satisfies Record<string, HealthCheck>;
}

async function checkDiskSpace(config: Config): Promise<Result> {
  if (config.STORAGE === 's3') return found('good', 'uploads_in_s3');
  const directory = findExistingParent(resolve(config.STORAGE_DIR));
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const state = free < FULL_BYTES ? 'wrong' : free < LOW_BYTES ? 'doubtful' : 'good';
  return found(state, 'disk_space', { free: formatBytes(free) });
}

/** The server creates its directory when it starts, so look at the nearest existing parent. */
export function findExistingParent(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : findExistingParent(dirname(path));
}
