import type { Config } from '../../config.ts';
import type { HealthChecks } from '../../health/actions/open-checks.ts';
import { describeServer, grantRole } from '../../platform/db/wait.ts';
import { siteHasOwner } from '../../users/actions/find-user.ts';
import { asCheck, type Check } from './check.ts';
import { createOlderPostsCheck } from './older-posts-check.ts';
import { createServerChecks } from './server-checks.ts';
import { selectClock, selectRoles, selectServerFacts, selectWritableSchemas } from './store.ts';

const OLDEST_VERSION = 15;
const MAX_SKEW_MS = 2000;

/** `reachable` runs first: if it fails, the others are skipped. In the same way `roleChecks` need the `membership`. */
export function createDatabaseChecks(
  config: Config,
  health: HealthChecks,
): {
  reachable: Check;
  checks: Check[];
  membership: Check;
  roleChecks: Check[];
} {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = config;
  const { login, app } = health;

  const reachable = asCheck(health.database);
  const checks: Check[] = [
    {
      name: 'database version',
      hint: `Upgrade PostgreSQL: the site needs version ${OLDEST_VERSION} or newer.`,
      run: async () => {
        const { version, version_number } = await selectServerFacts(login);
        if (version_number < OLDEST_VERSION * 10_000) throw new Error(`${version} is too old`);
        return `${version} is new enough`;
      },
    },
    {
      name: 'database encoding',
      hint: "Create the database anew: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'.",
      run: async () => {
        const { encoding } = await selectServerFacts(login);
        if (encoding !== 'UTF8') throw new Error(`${encoding} cannot store every character`);
        return encoding;
      },
    },
    {
      name: 'durability',
      hint: 'Turn fsync and synchronous_commit on, or a power cut loses writes that were confirmed.',
      run: async () => {
        const { fsync, synchronous_commit } = await selectServerFacts(login);
        const found = `fsync ${fsync}, synchronous_commit ${synchronous_commit}`;
        if (fsync !== 'on' || synchronous_commit === 'off') throw new Error(found);
        return found;
      },
    },
    {
      name: 'clock',
      hint: 'Synchronize both machines with NTP: sessions and limits use these clocks.',
      run: async () => {
        const before = Date.now();
        const there = (await selectClock(login)).getTime();
        const skew = Math.round(there - (before + Date.now()) / 2);
        if (Math.abs(skew) >= MAX_SKEW_MS) throw new Error(`${skew} ms from the database's`);
        return `within ${MAX_SKEW_MS / 1000} seconds of the database's`;
      },
    },
    asCheck(health.connections),
    asCheck(health.database_size),
    ...createServerChecks(login),
    ...health.replica.map(asCheck),
  ];

  const membership: Check = {
    name: 'role membership',
    hint: role
      ? `${grantRole(role, describeServer(url).user)} If the role does not exist: \`lamplight migrate\` creates it.`
      : '',
    run: async () => {
      const { user, current } = await selectRoles(app.pool);
      return current === user ? `${user} uses no other role` : `${user} may use ${current}`;
    },
  };
  const roleChecks: Check[] = [
    asCheck(health.migrations),
    {
      name: 'database role',
      hint: 'Leave DATABASE_ROLE as it is, and REVOKE CREATE ON SCHEMA public FROM PUBLIC, the role.',
      run: async () => {
        const { role, schemas } = await selectWritableSchemas(app.pool);
        if (schemas.length > 0) {
          throw new Error(`${role} may create tables in ${schemas.join(', ')}`);
        }
        return `${role} cannot change the schema`;
      },
    },
    ...[health.processes, health.jobs, health.changed_posts, health.scheduled_posts].map(asCheck),
    createOlderPostsCheck(app.db),
    {
      name: 'owner',
      hint: 'Run `lamplight user create --email <email> --owner`, or open /setup.',
      run: async () => {
        if (!(await siteHasOwner(app.db))) throw new Error('this site has no owner yet');
        return 'there is one';
      },
    },
    asCheck(health.mail_delivery),
  ];
  return { reachable, checks, membership, roleChecks };
}
