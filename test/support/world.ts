import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Context, Role, UserStatus } from '../../src/context.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import type { App } from '../../src/platform/http/app-types.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { setRole, setStatus } from '../../src/users/actions.ts';
import { atEnd } from './cleanup.ts';
import { type Client, newClient } from './client.ts';
import { freshDatabase } from './database.ts';

export const BASE_URL = 'http://localhost:3000';
export const PASSWORD = 'correct horse battery';

export type World = {
  app: App;
  ctx: Context;
  /** Everything logged so far. */
  logged: string[];
  /** Moves the clock of the service; never backwards. */
  wait(seconds: number): void;
  /** Any SQL, as the owner of the schema: what the service itself may not do. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Turns the review switch, as the owner would. */
  review(enabled: boolean): Promise<void>;
  visitor(options?: { ip?: string; user_agent?: string }): Client;
  member(options?: MemberOptions): Promise<Client>;
};

type MemberOptions = {
  email?: string;
  role?: Role;
  status?: UserStatus;
  exp?: number;
  transport?: 'cookie' | 'bearer';
  ip?: string;
};

let people = 0;

/** The real service on a database of its own. Only the clock is ours to move. */
export async function createWorld(settings: Record<string, string> = {}): Promise<World> {
  const databaseUrl = await freshDatabase();
  const uploads = mkdtempSync(join(tmpdir(), 'lamplight-uploads-'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests that is long enough to be one',
    BASE_URL,
    STORAGE_DIR: uploads,
    LIMIT_REGISTER: 'off',
    // Tests share the machine with each other; what is shed is tested where it is meant.
    SHED_DELAY_MS: '0',
    ...settings,
  });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  let offset = 0;
  const clock = { now: () => new Date(Date.now() + offset) };
  const services = await openServices(config, log, clock);
  const app = await createApp(services);
  await app.ready();
  const owner = openPool({ url: databaseUrl, role: '', size: 2, name: 'test owner' });

  atEnd(async () => {
    await app.close();
    await services.close();
    await owner.end();
    rmSync(uploads, { recursive: true, force: true });
  });

  const world: World = {
    app,
    ctx: services.ctx,
    logged,
    wait: (seconds) => {
      offset += seconds * 1000;
    },
    sql: async (text, values) => (await owner.query(text, values)).rows,
    review: async (enabled) => {
      await owner.query(
        `insert into site_setting (key, value, updated_at) values ('audit.enabled', $1, now())
         on conflict (key) do update set value = excluded.value`,
        [enabled],
      );
    },
    visitor: (options) => newClient(app, options),
    member: async ({
      email = `person${++people}@example.org`,
      transport,
      exp,
      role,
      status,
      ip,
    } = {}) => {
      const client = newClient(app, ip ? { ip } : {});
      const { uid } = await client.register(email, PASSWORD, transport);
      if (exp) {
        await owner.query(
          `with noted as (
             insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
             values ($2, $1, $1, 'opening', 'opening', now()) returning uid
           ) update users set exp = $1 from noted where users.uid = noted.uid`,
          [exp, uid],
        );
      }
      if (role) await services.ctx.tx((trx) => setRole(trx, uid, role));
      if (status) {
        await services.ctx.tx((trx) => setStatus(trx, uid, status));
        await client.logIn(email, PASSWORD, transport);
      }
      return client;
    },
  };
  return world;
}
