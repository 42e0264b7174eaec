import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { NOT_LISTENING } from '../platform/db/hidden-listener.ts';
import { NO_BUS } from '../platform/live/bus.ts';
import { createLog } from '../platform/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { COMMAND_CONNECT_MS } from '../platform/time-budget.ts';
import { contextOf, type Services } from '../services.ts';

const CONNECTIONS = 2;

/** Opens the database of the site for one command. */
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
 * Without Redis and storage: an operator's shell may not reach them, and opening the storage
 * would create its directory as the operator's user, where the server could not write afterwards.
 */
async function openCommandServices(config: Config): Promise<Services> {
  const log = createLog('error', { write: (line) => process.stderr.write(line) });
  const database = openDatabase(
    {
      url: config.DATABASE_URL,
      role: config.DATABASE_ROLE,
      size: CONNECTIONS,
      name: 'lamplight command',
      acquire_timeout: COMMAND_CONNECT_MS,
    },
    (error) => log.error({ err: error }, 'a database connection was lost'),
  );
  const parts = {
    ...{ database, storage: NO_STORAGE, log, clock: systemClock },
    ...{ listener: NOT_LISTENING, locale: 'en' as const },
  };
  const ctx = await contextOf(config, parts);
  return {
    ctx,
    database,
    replicas: undefined,
    listener: NOT_LISTENING,
    bus: NO_BUS,
    close: async () => {
      ctx.site.close();
      ctx.contentCache.close();
      await ctx.workers.close();
      await ctx.searchWorkers.close();
      await database.close();
    },
  };
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
