import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/** Credentials and personal data never reach the log, whichever code logs them and however deep. */
const REDACTED = [
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'refresh_token',
  'restore_token',
  'csrf_token',
  'email',
  'ip',
  'cookie',
  'authorization',
  'set-cookie',
  'x-csrf-token',
  'secret',
  'SECRET_KEY',
  'DATABASE_URL',
  'REDIS_URL',
];

const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];
const PATHS = REDACTED.flatMap((name) =>
  DEPTHS.map((depth) =>
    name.includes('-') ? `${depth.slice(0, -1)}["${name}"]` : `${depth}${name}`,
  ),
);

/**
 * Lines are written in batches: one write per line took an eighth of the time of a like. If the reader of stdout is
 * too slow, lines are dropped; the process never blocks.
 */
const BUFFERED = {
  sync: false,
  minLength: 16_000,
  periodicFlush: 100,
  maxLength: 16 * 1024 * 1024,
};

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, redact: { paths: PATHS, censor: '[redacted]' } };
  if (destination) return pino(options, destination);
  if (process.stdout.isTTY) return pino({ ...options, transport: prettyTransport() });
  return pino(options, pino.destination(BUFFERED));
}

function prettyTransport() {
  return { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } };
}

type Line = Parameters<LogFn>;

/**
 * A logger whose lines carry the id of the request. It creates the child with the first line: pino redacts the
 * bindings of every child, which takes some 50 µs, and few requests write a line.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly level: string;
  readonly #parent: FastifyBaseLogger;
  readonly #reqId: string;
  #child: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, reqId: string) {
    this.level = parent.level;
    this.#parent = parent;
    this.#reqId = reqId;
  }

  #open(): FastifyBaseLogger {
    this.#child ??= this.#parent.child({ reqId: this.#reqId });
    return this.#child;
  }

  fatal(...line: unknown[]): void {
    this.#open().fatal(...(line as Line));
  }

  error(...line: unknown[]): void {
    this.#open().error(...(line as Line));
  }

  warn(...line: unknown[]): void {
    this.#open().warn(...(line as Line));
  }

  info(...line: unknown[]): void {
    this.#open().info(...(line as Line));
  }

  debug(...line: unknown[]): void {
    this.#open().debug(...(line as Line));
  }

  trace(...line: unknown[]): void {
    this.#open().trace(...(line as Line));
  }

  silent(): void {}

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#open().child(...options);
  }
}

/** For lines whose fields are all known and contain no secret: redacting takes most of the time of a line. */
export function withoutRedaction(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}
