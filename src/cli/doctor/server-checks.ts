import type pg from 'pg';
import { type Check, Warning } from './check.ts';
import { selectHarmfulSettings, selectShanghaiMidnight } from './store.ts';

const SHANGHAI_MIDNIGHT = '2026-11-15 08:00:00';

export function createServerChecks(pool: pg.Pool): Check[] {
  return [
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
