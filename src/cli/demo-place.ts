import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagePath } from '../paths.ts';
import { randomToken } from '../platform/secrets.ts';
import { Failure } from './failure.ts';
import { makePassword } from './seed.ts';

const ROOT = fileURLToPath(packagePath('.'));
const SECRET_BYTES = 48;

/** Kept beside the data: with it, the next start is the same site with the same log-ins. */
type Notes = { password: string; secret_key: string; made_at?: string };

export type Place = {
  directory: string;
  postgres: string;
  uploads: string;
  log: string;
  readonly notes: Notes;
  /** Only now is the demo whole; one that was interrupted before is made anew. */
  noteMade(moment: Date): void;
};

/** The directory the demo lives in, emptied where what is there is not a whole demo or not wanted any more. */
export function openPlace({ data, fresh }: { data?: string; fresh?: boolean }): Place {
  const directory = resolve(data ?? usualDirectory());
  const file = join(directory, 'demo.json');
  assertOurs(directory, file);
  let notes = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Notes) : undefined;
  if (fresh || !notes?.made_at) {
    for (const name of ['postgres', 'uploads', 'site.log', 'demo.json'])
      rmSync(join(directory, name), { recursive: true, force: true });
    notes = { password: makePassword(), secret_key: randomToken(SECRET_BYTES) };
    mkdirSync(directory, { recursive: true });
    // For root the database runs as somebody else, who must be able to pass.
    if (process.getuid?.() === 0) chmodSync(directory, 0o711);
  }
  const keep = (now: Notes) => {
    notes = now;
    writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`, { mode: 0o600 });
  };
  keep(notes);
  const kept = notes;
  return {
    directory,
    postgres: join(directory, 'postgres'),
    uploads: join(directory, 'uploads'),
    log: join(directory, 'site.log'),
    get notes() {
      return notes ?? kept;
    },
    noteMade: (moment) => keep({ ...kept, made_at: moment.toISOString() }),
  };
}

/** Never empties what somebody else has filled. */
function assertOurs(directory: string, file: string): void {
  if (!existsSync(directory) || existsSync(file) || readdirSync(directory).length === 0) return;
  throw new Failure(`${directory} is not empty and holds no demo. Name another with --data.`);
}

function usualDirectory(): string {
  // In a checkout beside the other data, which git does not look at.
  if (existsSync(join(ROOT, 'scripts')) && existsSync(join(ROOT, 'src')))
    return join(ROOT, 'data', 'demo');
  const { env, platform } = process;
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || dirname(homedir()), 'lamplight-demo');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/lamplight-demo');
  if (process.getuid?.() === 0) return '/var/lib/lamplight-demo';
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'lamplight-demo');
}
