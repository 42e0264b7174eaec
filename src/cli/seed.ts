import { listUsers } from '../administration/actions/list-users.ts';
import type { Config } from '../config.ts';
import { emailOf, LOG_INS } from '../demo/accounts.ts';
import { loadMembers } from '../demo/load-members.ts';
import { seedCommunity } from '../demo/seed-community.ts';
import { createLog } from '../platform/log.ts';
import { randomToken } from '../platform/secrets.ts';
import { openServices } from '../services.ts';
import { showProgress } from './demo-output.ts';
import { Failure } from './failure.ts';
import { readSettings } from './settings.ts';

/** More than the seed uses at once. */
const CONNECTIONS = 12;
const PASSWORD_LETTERS = 12;
const TOKEN_BYTES = 60;

/** `lamplight seed --demo` */
export async function seedDemo(): Promise<void> {
  const password = makePassword();
  await fillSite(readSettings(), password);
  for (const [role, key] of Object.entries(LOG_INS))
    console.log(`${role.padEnd(8)}${emailOf(key)}`);
  console.log(`password: ${password}`);
}

/** Opens the storage, unlike other commands, because the demo has pictures. */
export async function fillSite(config: Config, password: string): Promise<void> {
  const log = createLog('error', { write: (line) => process.stderr.write(line) });
  const size = Math.max(config.DATABASE_POOL, CONNECTIONS);
  const { ctx, close } = await openServices({ ...config, DATABASE_POOL: size }, log);
  try {
    const { items } = await listUsers(ctx, { limit: 1 });
    if (items.length > 0) throw new Failure('This site has members. The demo needs an empty one.');
    const onProgress = showProgress();
    await seedCommunity(ctx, await loadMembers(), { password, now: ctx.now(), onProgress });
  } finally {
    await close();
  }
}

/** Random, because others may reach the site. Easy to read, without l, o, 0 and 1. */
export function makePassword(): string {
  const letters = randomToken(TOKEN_BYTES)
    .toLowerCase()
    .replace(/[^a-kmnp-z2-9]/g, '')
    .slice(0, PASSWORD_LETTERS);
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
