import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Nothing that opens a door or names a person may reach the log, whoever logs it and however deep. */
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

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, redact: { paths: PATHS, censor: '[redacted]' } };
  if (destination) return pino(options, destination);
  if (process.stdout.isTTY) return pino({ ...options, transport: prettyTransport() });
  return pino(options);
}

function prettyTransport() {
  return { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } };
}

const BINDINGS = pino.symbols.chindingsSym;

/**
 * A log whose lines name the request. As pino makes a child, but the id is not searched for secrets first: it is our
 * own, and every request has one while few write a line.
 */
export function logOfRequest(log: FastifyBaseLogger, id: string): FastifyBaseLogger {
  const bindings = `${Reflect.get(log, BINDINGS)},"reqId":${JSON.stringify(id)}`;
  return Object.create(log, { [BINDINGS]: { value: bindings } }) as FastifyBaseLogger;
}
