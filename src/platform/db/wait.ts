import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, isUnavailable, messageOf } from './errors.ts';
import { APP_ROLE, compareMigrations, type NewerMigration } from './migrate.ts';
import { openPool, type PoolSettings } from './pool.ts';

const RETRY_MS = 500;
const REPORT_MS = 10_000;
const INSUFFICIENT_PRIVILEGE = '42501';
/** What a connection gets for a role that does not exist. */
const INVALID_PARAMETER = '22023';

/** An obstacle that waiting cannot remove. The message names the remedy. */
export class StartRefused extends Error {}

/** An obstacle that may go away. */
export type Obstacle = {
  status: 'database away' | 'migrations pending';
  /** With the remedy, for the operator. */
  message: string;
};

/** Retries until there is no obstacle. Reports one at once, and again every ten seconds. */
export async function waitUntilClear(
  find: () => Promise<Obstacle | undefined>,
  report: (obstacle: Obstacle) => void | Promise<void>,
): Promise<void> {
  let reported: { status: string; at: number } | undefined;
  for (;;) {
    const obstacle = await find();
    if (!obstacle) return;
    const now = performance.now();
    if (reported?.status !== obstacle.status || now - reported.at >= REPORT_MS) {
      reported = { status: obstacle.status, at: now };
      await report(obstacle);
    }
    await sleep(RETRY_MS);
  }
}

/** Why a program of this version cannot use the database now. `onNewer` gets migrations that it does not know. */
export async function findObstacle(
  settings: PoolSettings,
  version: string,
  onNewer: (names: string[]) => void = () => {},
): Promise<Obstacle | undefined> {
  const server = describeServer(settings.url);
  const pool = openPool({ ...settings, size: 1 });
  try {
    const refused = await tryConnect(pool, settings, server);
    if (refused) return refused;
    const { pending, newer } = await compareMigrations(pool);
    assertNotOutdated(version, newer);
    if (pending.length === 0) {
      if (newer.length > 0) onNewer(newer.map(({ name }) => name));
      return undefined;
    }
    return pendingOf(`the database at ${server.address} lacks ${shorten(pending)}`);
  } catch (error) {
    if (isUnavailable(error)) return awayOf(server.address, error);
    // `lamplight migrate` has created the table and not granted it yet.
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return pendingOf(String(error));
    throw error;
  } finally {
    await pool.end();
  }
}

/** The error of `work` as an obstacle, if waiting may remove it. */
export function obstacleOf(url: string, error: unknown): Obstacle | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return isUnavailable(cause) ? awayOf(describeServer(url).address, cause) : undefined;
}

export function assertNotOutdated(version: string, newer: NewerMigration[]): void {
  for (const { name, oldest_program } of newer) {
    if (!oldest_program || !isOlder(version, oldest_program)) continue;
    throw new StartRefused(
      `the database is too new for version ${version}: ${name} needs ${oldest_program} or newer. Run that version, or restore a backup of the older one.`,
    );
  }
}

/** The numbers decide; 1.2.0-rc.1 counts as 1.2.0. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split(/[.-]/, 3).map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

type Server = { address: string; user: string };

async function tryConnect(
  pool: pg.Pool,
  { role }: PoolSettings,
  { address, user }: Server,
): Promise<Obstacle | undefined> {
  try {
    (await pool.connect()).release();
    return undefined;
  } catch (error) {
    if (isUnavailable(error)) return awayOf(address, error);
    const message = messageOf(error);
    if (codeOf(error) === INVALID_PARAMETER && role === APP_ROLE)
      return pendingOf(`at ${address}, ${message}`);
    throw new StartRefused(
      `PostgreSQL at ${address} refuses the connection: ${message}. ${remedyOf(error, role, user)}`,
    );
  }
}

function remedyOf(error: unknown, role: string, user: string): string {
  if (!role || !messageOf(error).includes(role)) return 'Correct DATABASE_URL.';
  return codeOf(error) === INSUFFICIENT_PRIVILEGE
    ? grantRole(role, user)
    : 'Correct DATABASE_ROLE.';
}

function shorten(names: string[]): string {
  const [first, ...others] = names;
  return others.length > 0 ? `${first} and ${others.length} more migrations` : `${first}`;
}

export function grantRole(role: string, user: string): string {
  return `Let an administrator run: GRANT ${role} TO ${pg.escapeIdentifier(user)};`;
}

function pendingOf(problem: string): Obstacle {
  return {
    status: 'migrations pending',
    message: `${problem}: waiting. Run \`lamplight migrate\`.`,
  };
}

function awayOf(address: string, error: unknown): Obstacle {
  return {
    status: 'database away',
    message: `PostgreSQL at ${address} does not respond (${messageOf(error)}): waiting. Start it, or correct DATABASE_URL.`,
  };
}

/** As the driver reads the URL: it knows sockets and the defaults. */
export function describeServer(url: string): Server {
  try {
    const { host, port, user = '' } = new pg.Client({ connectionString: url });
    return { address: host.startsWith('/') ? host : `${host}:${port}`, user };
  } catch {
    throw new StartRefused('DATABASE_URL cannot be parsed: encode special characters as %XX.');
  }
}
