import type pg from 'pg';
import type { Config } from '../../config.ts';
import { type Check, Warning } from './check.ts';
import { selectConnections, selectHarmfulSettings, selectShanghaiMidnight } from './store.ts';

/** Connections besides the pool: LISTEN, the nightly integrity check, and a command of the operator. */
const EXTRA_CONNECTIONS = 4;
const SHANGHAI_MIDNIGHT = '2026-11-15 08:00:00';

export function createServerChecks({ DATABASE_POOL }: Config, pool: pg.Pool): Check[] {
  return [
    {
      name: 'connections',
      hint: 'Raise max_connections, lower DATABASE_POOL, or put PgBouncer in between.',
      run: async () => {
        const { allowed, used } = await selectConnections(pool);
        const needed = DATABASE_POOL + EXTRA_CONNECTIONS;
        const found = `${used} of ${allowed} in use; a process takes up to ${needed}`;
        if (allowed < needed) throw new Error(found);
        if (allowed - used < needed) throw new Warning(found);
        return found;
      },
    },
    {
      name: 'database settings',
      hint: 'Change them in postgresql.conf, or with ALTER SYSTEM, and reload.',
      run: async () => {
        const harmful = await selectHarmfulSettings(pool);
        if (harmful.length === 0) return 'no harmful setting';
        const found = harmful.map(({ setting, why }) => `${setting}: ${why}`).join('; ');
        if (harmful.some(({ fatal }) => fatal)) throw new Error(found);
        throw new Warning(found);
      },
    },
    {
      name: 'time zones',
      hint: 'Install the time zone data (tzdata) on the machine of the database, and a Node with full ICU.',
      run: async () => {
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
