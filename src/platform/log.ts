import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { currentTracing, idsOf } from './tracing/tracing.ts';

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
  'SECRET_KEY_PREVIOUS',
  'SECRET_KEY_NEXT',
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

type Fields = Record<string, string | number>;

/** Adds the trace that a line belongs to. */
const mixin = () => idsOf(currentTracing()?.active()) ?? {};

/** Without a destination to stdout. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(BUFFERED),
  base: Fields | null = null,
): Logger {
  return pino({ ...optionsOf(level), base }, destination);
}

/**
 * The log of a site's process: each line carries which process of which machine wrote it, and where traces are on, its
 * trace.
 */
export function createProcessLog(level: string, fields: Fields, hasTraces = false): Logger {
  const own = hasTraces ? { mixin } : {};
  if (isTerminal() && hasPrettyPrinter())
    return pino({ ...optionsOf(level), ...own, base: null, transport: PRETTY });
  const base = { pid: process.pid, hostname: hostname(), ...fields };
  return pino({ ...optionsOf(level), ...own, base }, pino.destination(BUFFERED));
}

/** Whether a person reads the output. */
export function isTerminal(): boolean {
  return Boolean(process.stdout.isTTY) && process.env['NODE_ENV'] !== 'production';
}

function optionsOf(level: string) {
  return { level, redact: { paths: PATHS, censor: '[redacted]' } };
}

const PRETTY = { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } };

/** A production install does not have it. */
function hasPrettyPrinter(): boolean {
  try {
    createRequire(import.meta.url).resolve(PRETTY.target);
    return true;
  } catch {
    return false;
  }
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
