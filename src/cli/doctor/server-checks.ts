import type pg from 'pg';
import type { Config } from '../../config.ts';
import { type Check, Severity } from './check.ts';
import { selectConnections, selectHarmful, selectShanghaiMidnight } from './store.ts';

/** What a process opens beside its pool: notifications, the nightly comparison, and a command of the operator's. */
const BESIDE_THE_POOL = 4;
const SHANGHAI_MIDNIGHT = '2026-11-15 08:00:00';

/** What the server as a whole can and should do, beyond answering. */
export function serverChecks({ DATABASE_POOL }: Config, pool: pg.Pool): Check[] {
  return [
    {
      name: 'connections',
      hint: 'Raise max_connections, lower DATABASE_POOL, or put PgBouncer in between.',
      look: async () => {
        const { allowed, used } = await selectConnections(pool);
        const wanted = DATABASE_POOL + BESIDE_THE_POOL;
        const found = `${used} of ${allowed} in use; a process takes up to ${wanted}`;
        if (allowed < wanted) throw new Error(found);
        if (allowed - used < wanted) throw new Severity(found);
        return found;
      },
    },
    {
      name: 'database settings',
      hint: 'Change them in postgresql.conf, or with ALTER SYSTEM, and reload.',
      look: async () => {
        const harmful = await selectHarmful(pool);
        if (harmful.length === 0) return 'none that hurts';
        const found = harmful.map(({ setting, why }) => `${setting}: ${why}`).join('; ');
        if (harmful.some(({ fatal }) => fatal)) throw new Error(found);
        throw new Severity(found);
      },
    },
    {
      name: 'time zones',
      hint: 'Install the time zone data (tzdata) on the machine of the database, and a Node with full ICU.',
      look: async () => {
        const midnight = new Date('2026-11-15T00:00:00Z');
        const here = new Intl.DateTimeFormat('sv-SE', {
          timeZone: 'Asia/Shanghai',
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(midnight);
        const there = await selectShanghaiMidnight(pool);
        if (here !== SHANGHAI_MIDNIGHT || there !== SHANGHAI_MIDNIGHT)
          throw new Error(`midnight UTC is ${here} in Shanghai here, ${there} in the database`);
        return 'Asia/Shanghai is known here and in the database';
      },
    },
  ];
}
