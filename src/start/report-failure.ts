import { type Config, WrongSettings } from '../config.ts';
import { messageOf } from '../platform/db/errors.ts';
import { StartRefused } from '../platform/db/wait.ts';
import { createProcessLog, isTerminal } from '../platform/log.ts';
import { readVersion } from '../version.ts';

const FAILED = 1;
const WRONG_SETTINGS = 2;
const LISTEN_PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'is in use',
  EACCES: 'needs more rights',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/** Writes one line and returns the exit status. Only an unexpected error has a stack. */
export function reportStartFailure(error: unknown, config: Config | undefined): number {
  const expected = describeFailure(error, config);
  if (expected && isTerminal()) {
    process.stderr.write(`${expected}\n`);
  } else {
    const role = config ? { role: config.ROLE } : {};
    const log = createProcessLog('fatal', { ...role, version: readVersion() });
    if (expected) log.fatal(expected);
    else log.fatal({ err: error }, 'lamplight cannot start');
  }
  return error instanceof WrongSettings ? WRONG_SETTINGS : FAILED;
}

function describeFailure(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof WrongSettings) return error.describe().join(' ');
  if (error instanceof StartRefused) return error.message;
  const { code = '', syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  const problem = LISTEN_PROBLEMS[code];
  if (problem && syscall === 'listen') {
    const name = port === config?.PORT ? 'PORT' : 'METRICS_PORT';
    return `${name} ${port} ${problem}: stop the other program, or change ${name}.`;
  }
  // The storage directory, above all.
  if (syscall && code) return `${messageOf(error)}. Check the directory and its rights.`;
  return undefined;
}
