import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Writes graphile-worker's messages to our log, one level lower: a successful job is no news. */
export function workerLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message) => {
    log[LEVELS[level]]({ from: 'jobs' }, message);
  });
}
