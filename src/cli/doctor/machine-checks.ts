import { existsSync, readFileSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { packagePath } from '../../paths.ts';
import { listCopies } from '../backup/copies.ts';
import { bytesText } from '../backup/texts.ts';
import { type Check, Severity } from './check.ts';

const LOW_BYTES = 2_000_000_000;
const FULL_BYTES = 100_000_000;
const OLD_HOURS = 36;

/** This machine, and what an operator keeps on it. */
export function machineChecks(config: Config): Check[] {
  return [
    {
      name: 'node',
      hint: 'Install the Node.js that package.json asks for.',
      look: async () => {
        const wanted = wantedNode();
        const major = Number(process.versions.node.split('.')[0]);
        if (major < wanted) throw new Error(`${process.versions.node}; ${wanted} is the oldest`);
        return process.versions.node;
      },
    },
    {
      name: 'disk space',
      hint: 'Make room where STORAGE_DIR is: without it pictures are refused.',
      look: () => lookAtSpace(config),
    },
    {
      name: 'backups',
      hint: 'Run `lamplight backup --to <dir>` every night, with BACKUP_DIR set to that directory.',
      look: () => lookAtBackups(config),
    },
    {
      name: 'mail',
      hint: '',
      look: async () =>
        'none is sent by this version; `lamplight user reset-password` helps who forgot theirs',
    },
  ];
}

function wantedNode(): number {
  const text = readFileSync(packagePath('package.json'), 'utf8');
  const { engines } = JSON.parse(text) as { engines: { node: string } };
  return Number(/\d+/.exec(engines.node)?.[0]);
}

async function lookAtSpace(config: Config): Promise<string> {
  if (config.STORAGE === 's3') return 'uploads are in S3, which looks after its own';
  const place = existingAbove(resolve(config.STORAGE_DIR));
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const found = `${bytesText(free)} free for uploads`;
  if (free < FULL_BYTES) throw new Error(found);
  if (free < LOW_BYTES) throw new Severity(found);
  return found;
}

/** The server makes its directory when it starts. */
export function existingAbove(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingAbove(dirname(path));
}

async function lookAtBackups({ BACKUP_DIR }: Config): Promise<string> {
  if (!BACKUP_DIR) throw new Severity('BACKUP_DIR is not set, so it is not known where they are');
  try {
    await access(BACKUP_DIR, constants.R_OK | constants.X_OK);
  } catch {
    throw new Severity(`${BACKUP_DIR} is not there, or not to be read by this user`);
  }
  const [newest] = await listCopies(BACKUP_DIR);
  if (!newest) throw new Severity(`there is none in ${BACKUP_DIR}`);
  const hours = Math.floor((Date.now() - newest.at.getTime()) / 3_600_000);
  const found = `${newest.name} is ${hours} hours old`;
  if (hours >= OLD_HOURS) throw new Severity(found);
  return found;
}
