import type pg from 'pg';
import type { Config } from '../../config.ts';
import { compareMigrations } from '../../platform/db/migrate.ts';
import { assertNotOutdated } from '../../platform/db/wait.ts';
import { formatBytes } from '../../platform/format-size.ts';
import { readVersion } from '../../version.ts';
import { found, type HealthCheck, type Result } from '../rules.ts';
import { selectConnections, selectServerVersion, selectSize } from '../store/server.ts';

/** Connections besides the pool: LISTEN, the nightly integrity check, and a command of the operator. */
const EXTRA_CONNECTIONS = 4;

/** `login`: without the role, so that a missing membership is not taken for a missing database. */
export function createDatabaseChecks(
  { DATABASE_POOL }: Config,
  { login, app }: { login: pg.Pool; app: pg.Pool },
) {
  return {
    database: {
      name: 'database',
      run: async () => found('good', 'database', { version: await selectServerVersion(login) }),
    },
    connections: {
      name: 'connections',
      run: async () => {
        const { allowed, used } = await selectConnections(login);
        const needed = DATABASE_POOL + EXTRA_CONNECTIONS;
        const state = allowed < needed ? 'wrong' : allowed - used < needed ? 'doubtful' : 'good';
        return found(state, 'connections', { used, allowed, needed });
      },
    },
    database_size: {
      name: 'database_size',
      run: async () =>
        found('good', 'database_size', { size: formatBytes(await selectSize(login)) }),
    },
    migrations: { name: 'migrations', run: () => checkMigrations(app) },
  } satisfies Record<string, HealthCheck>;
}

async function checkMigrations(app: pg.Pool): Promise<Result> {
  const { pending, newer } = await compareMigrations(app);
  assertNotOutdated(readVersion(), newer);
  if (pending.length > 0) return found('wrong', 'pending', { names: pending.join(', ') });
  if (newer.length === 0) return found('good', 'up_to_date');
  return found('doubtful', 'newer', { names: newer.map(({ name }) => name).join(', ') });
}
