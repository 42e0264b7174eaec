import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createGatherer } from '../platform/db/gather.ts';
import { inStatement, inTransaction } from '../platform/db/transaction.ts';
import { createLimits } from '../platform/limits/limits.ts';
import { createLog } from '../platform/log.ts';
import { createPasswordHasher } from '../platform/passwords.ts';
import { createSecrets } from '../platform/secrets.ts';
import { createSingleFlight } from '../platform/single-flight.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Services } from '../services.ts';

const CONNECTIONS = 2;

/** Runs one command on the database of the site, and closes it again. */
export async function withServices<T>(
  config: Config,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openCommandServices(config);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

export function withContext<T>(config: Config, work: (ctx: Context) => Promise<T>): Promise<T> {
  return withServices(config, ({ ctx }) => work(ctx));
}

/**
 * Without Redis and storage: neither need be in reach of an operator's shell, and opening the storage
 * would create its directory in the operator's name, where the server could not write afterwards.
 */
async function openCommandServices(config: Config): Promise<Services> {
  const log = createLog('error', { write: (line) => process.stderr.write(line) });
  const database = openDatabase(
    {
      url: config.DATABASE_URL,
      role: config.DATABASE_ROLE,
      size: CONNECTIONS,
      name: 'lamplight command',
    },
    (error) => log.error({ err: error }, 'a database connection was lost'),
  );
  const ctx: Context = {
    config,
    db: database.db,
    readDb: database.db,
    tx: (work) => inTransaction(database.db, work),
    statement: (write) => inStatement(database.db, write),
    gather: createGatherer(database.db),
    once: createSingleFlight(),
    now: () => systemClock.now(),
    locale: 'en',
    log,
    secrets: createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS),
    passwords: await createPasswordHasher(),
    limits: createLimits(config.limits, undefined, config.REDIS_PREFIX),
    storage: NO_STORAGE,
  };
  return { ctx, database, replicas: undefined, close: () => database.close() };
}

const absent = () => {
  throw new Error('a command has no storage');
};

const NO_STORAGE: Storage = {
  put: absent,
  get: absent,
  remove: absent,
  list: absent,
  check: absent,
  close() {},
};
