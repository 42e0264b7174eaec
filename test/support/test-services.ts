import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { createPasswordHasher } from '../../src/platform/passwords.ts';
import { openServices } from '../../src/services.ts';
import { freshDatabase } from './database.ts';
import { MEMBERS_UNLIMITED } from './member-limits.ts';
import { ensureClientBuilt } from './resources.ts';

export const BASE_URL = 'http://localhost:3000';

/** The cheapest argon2id there is. A test of the hash itself, or of its duration, sets REAL_PASSWORD_HASHES. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1 };

export type TestServices = Awaited<ReturnType<typeof openTestServices>>;

/** The services of the application, with a database of their own unless DATABASE_URL is set. The clock can be moved. */
export async function openTestServices({
  REAL_PASSWORD_HASHES,
  ...settings
}: Record<string, string>) {
  await ensureClientBuilt();
  const databaseUrl = settings['DATABASE_URL'] ?? (await freshDatabase());
  const uploads = mkdtempSync(join(tmpdir(), 'lamplight-uploads-'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests that is long enough to be one',
    BASE_URL,
    STORAGE_DIR: uploads,
    // Tests share the machine; load shedding has tests of its own.
    SHED_DELAY_MS: '0',
    // Tests change rows with SQL, so every cached page is revalidated.
    PAGE_CACHE_AGE_MS: '0',
    ...MEMBERS_UNLIMITED,
    ...settings,
  });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  let offset = 0;
  const services = await openServices(config, log, {
    now: () => new Date(Date.now() + offset),
  });
  if (!REAL_PASSWORD_HASHES)
    services.ctx.passwords = await createPasswordHasher({ cost: CHEAP_HASH });
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2, options: '-c timezone=UTC' });
  owner.on('error', () => {});
  return {
    services,
    /** Everything logged so far. */
    logged,
    /** Moves the clock of the service; never backwards. */
    wait: (seconds: number): void => {
      offset += seconds * 1000;
    },
    /** Any SQL, as the owner of the schema: more than the service's role may do. */
    sql: async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
      (await owner.query(text, values)).rows,
    async close(): Promise<void> {
      await services.close();
      await owner.end();
      rmSync(uploads, { recursive: true, force: true });
    },
  };
}
