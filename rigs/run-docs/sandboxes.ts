import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { createDatabase, dropDatabase, type PostgresServer } from '../../src/local/postgres.ts';
import { LINK_PACKAGES } from './exceptions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A directory and environment in which a document's commands run. */
export type Sandbox = {
  cwd: string;
  env: NodeJS.ProcessEnv;
  scratch: string;
  remove(): Promise<void>;
};

/** A fresh copy of the project. */
export async function checkOut(): Promise<Sandbox> {
  const { home, ...sandbox } = makeSandbox();
  const cwd = copyProject(join(home, 'lamplight'));
  const env = { ...plainEnvironment(home), PORT: String(await freePort()), METRICS_PORT: '-1' };
  return { ...sandbox, cwd, env: { ...env, CHECKED_PROJECT: ROOT } };
}

/** An empty directory with an installed program and a database of its own. */
export async function installed(server: PostgresServer, built: string): Promise<Sandbox> {
  const { home, ...sandbox } = makeSandbox();
  const cwd = join(home, 'site');
  const bin = join(home, 'bin');
  for (const directory of [cwd, bin]) mkdirSync(directory);
  symlinkSync(join(built, 'dist'), join(cwd, 'dist'));
  writeFileSync(
    join(bin, 'lamplight'),
    `#!/bin/sh\nexec node '${join(built, 'dist/cli/lamplight.js')}' "$@"\n`,
    { mode: 0o755 },
  );
  const name = `lamplight_docs_${randomBytes(4).toString('hex')}`;
  const port = await freePort();
  const env = plainEnvironment(home);
  return {
    ...sandbox,
    cwd,
    env: {
      ...env,
      PATH: [bin, env['PATH']].join(delimiter),
      DATABASE_URL: await createDatabase(server, name),
      SECRET_KEY: randomBytes(48).toString('base64'),
      BASE_URL: `http://localhost:${port}`,
      PORT: String(port),
      METRICS_PORT: String(await freePort()),
      STORAGE_DIR: join(cwd, 'uploads'),
      DRAIN_SECONDS: '0',
    },
    async remove() {
      await dropDatabase(server, name);
      await sandbox.remove();
    },
  };
}

/** Builds a copy of the project, for documents that start with an installed program. */
export async function build(): Promise<{ directory: string; remove(): Promise<void> }> {
  const { home, remove } = makeSandbox();
  const directory = copyProject(join(home, 'lamplight'));
  const env = { ...process.env, CHECKED_PROJECT: ROOT };
  try {
    execFileSync('bash', ['-c', LINK_PACKAGES], { cwd: directory, env });
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: directory, stdio: 'inherit' });
  } catch (error) {
    await remove();
    throw error;
  }
  return { directory, remove };
}

function makeSandbox() {
  const home = mkdtempSync(join(tmpdir(), 'lamplight-docs-'));
  // PostgreSQL does not run as root, and its user must be able to enter.
  chmodSync(home, 0o755);
  const scratch = join(home, '.commands');
  mkdirSync(scratch);
  return { home, scratch, remove: async () => rmSync(home, { recursive: true, force: true }) };
}

/** Copies the files that git tracks or would add: nothing built or installed. */
function copyProject(to: string): string {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((one) => one && existsSync(join(ROOT, one))))
    cpSync(join(ROOT, file), join(to, file), { recursive: true });
  return to;
}

/** Without settings of this project or developer; only npm's access to its packages. */
function plainEnvironment(home: string): NodeJS.ProcessEnv {
  const { env } = process;
  const path = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((one) => !one.includes('/node_modules/'));
  const inherited = Object.entries(env).filter(([name]) =>
    /^(LANG|LC_.*|TMPDIR|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|npm_config_registry)$/i.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PATH: [dirname(process.execPath), ...path].join(delimiter),
    HOME: home,
    npm_config_cache: join(homedir(), '.npm'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_update_notifier: 'false',
    // This machine may be busy with other checks.
    SHED_DELAY_MS: '0',
  };
}
