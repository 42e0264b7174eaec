import type { Config } from '../../config.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { openPool } from '../../platform/db/pool.ts';
import { CHECK_MS } from '../rules.ts';
import { createBackupCheck } from './backup-checks.ts';
import { createDatabaseChecks } from './database-checks.ts';
import { createMachineChecks } from './machine-checks.ts';
import { createMailChecks } from './mail-checks.ts';
import { createProcessChecks } from './process-checks.ts';
import { createQueueCheck } from './queue-checks.ts';
import { createReplicaChecks } from './replica-checks.ts';
import { createStorageChecks } from './storage-checks.ts';

const APPLICATION = 'lamplight doctor';
/** At the same time. */
const CONNECTIONS = 2;

export type HealthChecks = ReturnType<typeof openChecks>;

/**
 * The checks of the page and of `lamplight doctor`. On connections of their own: those of the site may be all in use, and
 * that must not make the checks wait.
 */
export function openChecks(config: Config) {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = config;
  // A busy machine is slow to connect, which is no fault of the database.
  const settings = { url, size: CONNECTIONS, name: APPLICATION, acquire_timeout: CHECK_MS };
  const login = openPool({ ...settings, role: '' });
  const app = openDatabase({ ...settings, role }, () => {});
  return {
    login,
    app,
    ...createDatabaseChecks(config, { login, app: app.pool }),
    replica: createReplicaChecks(config, login),
    ...createProcessChecks(app.db),
    jobs: createQueueCheck(app.db),
    ...createMailChecks(config, app.db),
    ...createStorageChecks(config),
    ...createMachineChecks(config),
    backups: createBackupCheck(config, app.db),
    async close(): Promise<void> {
      await Promise.all([login.end(), app.close()]);
    },
  };
}
