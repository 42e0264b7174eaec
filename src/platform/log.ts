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
