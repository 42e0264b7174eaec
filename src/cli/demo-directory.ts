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

/** `demo.json`: lets the next start reopen the same site with the same log-ins. */
type DemoFile = { password: string; secret_key: string; seeded_at?: string };

export type DemoDirectory = {
  path: string;
  postgres: string;
  uploads: string;
  log: string;
  readonly file: DemoFile;
  /** Until this is called the demo is incomplete, and the next start creates it again. */
  markSeeded(at: Date): void;
};

/** Opens the demo's directory. Empties it if the demo in it is incomplete, or with `fresh`. */
export function openDemoDirectory({
  data,
  fresh,
}: {
  data?: string;
  fresh?: boolean;
}): DemoDirectory {
  const directory = resolve(data ?? defaultDirectory());
  const path = join(directory, 'demo.json');
  assertDemoOrEmpty(directory, path);
  let file = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoFile) : undefined;
  if (fresh || !file?.seeded_at) {
    for (const name of ['postgres', 'uploads', 'site.log', 'demo.json'])
      rmSync(join(directory, name), { recursive: true, force: true });
    file = { password: makePassword(), secret_key: randomToken(SECRET_BYTES) };
    mkdirSync(directory, { recursive: true });
    // Started by root, PostgreSQL runs as another user, who must be able to enter.
    if (process.getuid?.() === 0) chmodSync(directory, 0o711);
  }
  let current = file;
  const write = (next: DemoFile) => {
    current = next;
    writeFileSync(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  };
  write(file);
  return {
    path: directory,
    postgres: join(directory, 'postgres'),
    uploads: join(directory, 'uploads'),
    log: join(directory, 'site.log'),
    get file() {
      return current;
    },
    markSeeded: (at) => write({ ...current, seeded_at: at.toISOString() }),
  };
}

/** Protects files that are not the demo's. */
function assertDemoOrEmpty(directory: string, path: string): void {
  if (!existsSync(directory) || existsSync(path) || readdirSync(directory).length === 0) return;
  throw new Failure(`${directory} is not empty and contains no demo. Name another with --data.`);
}

function defaultDirectory(): string {
  // In a checkout: `data/` is in .gitignore.
  if (existsSync(join(ROOT, 'scripts')) && existsSync(join(ROOT, 'src')))
    return join(ROOT, 'data', 'demo');
  const { env, platform } = process;
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || dirname(homedir()), 'lamplight-demo');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support/lamplight-demo');
  if (process.getuid?.() === 0) return '/var/lib/lamplight-demo';
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'lamplight-demo');
}
