import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addDays, calendarDay, startOfDay } from '../../../src/platform/clock.ts';
import { atEnd } from '../../support/cleanup.ts';
import { openTestDatabase } from '../support/database.ts';
import { countStatuses, send, type Tokens } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { verify } from '../support/verify.ts';
import { startWeb } from '../support/web.ts';

const CLOCKED = fileURLToPath(new URL('../support/clocked-server.ts', import.meta.url));
const FIRST_REQUESTS = 200;
const MEMBERS = 5;

const database = await openTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'lamplight-clock-'));
atEnd(() => rmSync(directory, { recursive: true, force: true }));
const clockFile = join(directory, 'offset');
const midnight = startOfDay(calendarDay(addDays(new Date(), 1)));

/** Sets the clock of both processes to this many milliseconds after the next midnight in Shanghai. */
function setClock(afterMidnight: number): void {
  writeFileSync(clockFile, String(midnight.getTime() + afterMidnight - Date.now()));
}

setClock(-5 * 60_000);
// Load shedding is off: every request must succeed here.
const settings = {
  TZ: 'America/New_York',
  CLOCK_FILE: clockFile,
  LIMIT_SENSITIVE: 'off',
  SHED_DELAY_MS: '0',
};
const webs = await Promise.all(
  [0, 1].map(() => startWeb(database.url, settings, { entry: CLOCKED })),
);
const urlOf = (index: number) => webs[index % webs.length]?.url ?? '';

/** Both kinds of a first request: a read that checks in, and the manual check-in. */
function firstRequests(member: Tokens): Promise<{ status: number; awarded: boolean }[]> {
  return Promise.all(
    Array.from({ length: FIRST_REQUESTS }, async (_, index) => {
      const manual = index % 20 === 0;
      const response = manual
        ? await send(urlOf(index), 'POST', '/api/level/checkin', { token: member.access, body: {} })
        : await send(urlOf(index), 'GET', '/api/level/info', { token: member.access });
      return { status: response.status, awarded: response.body?.awarded === true };
    }),
  );
}

async function rewards(uid: number) {
  const [row] = await database.sql(
    `select (select array_agg(day::text order by day) from user_checkin where uid = $1) as days,
            (select balance from energy_account where uid = $1)::int as balance,
            (select count(*) from energy_entry where account_id = $1)::int as entries,
            (select exp from users where uid = $1) as exp,
            (select count(*) from exp_entry where uid = $1 and reason = 'checkin')::int as gains`,
    [uid],
  );
  return row;
}

test('D36, I6 two processes and 200 parallel first requests on each side of midnight in Shanghai: one check-in a day, one reward each', async () => {
  const members = await registerMembers(database, urlOf(0), MEMBERS);
  const today = calendarDay(new Date(midnight.getTime() - 1000));
  const tomorrow = calendarDay(midnight);
  const statuses: { status: number }[] = [];
  const around = async (afterMidnight: number) => {
    setClock(afterMidnight);
    for (const member of members) {
      const responses = await firstRequests(member);
      statuses.push(...responses);
      expect(responses.filter((one) => one.awarded).length).toBeLessThanOrEqual(1);
    }
  };

  await around(-20_000);
  for (const { uid } of members) {
    expect(await rewards(uid)).toEqual({ days: [today], balance: 1, entries: 1, exp: 6, gains: 1 });
  }
  // Half of the members send requests across midnight; the other half comes back after it, all at once.
  const awake = members.slice(0, Math.ceil(MEMBERS / 2));
  setClock(-1500);
  const end = Date.now() + 4000;
  let sent = 0;
  await Promise.all(
    awake.map(async (member) => {
      for (; Date.now() < end; sent++) {
        const token = member.access;
        statuses.push(await send(urlOf(sent), 'GET', '/api/level/info', { token }));
      }
    }),
  );
  await around(5000);
  for (const { uid } of members) {
    const days = [today, tomorrow];
    expect(await rewards(uid)).toEqual({ days, balance: 2, entries: 2, exp: 11, gains: 2 });
  }
  expect(Object.keys(countStatuses(statuses))).toEqual(['200']);
  expect(await verify(database.url)).toBe('clean');
  printMeasurements('D36 check-in', { members: MEMBERS, requests: statuses.length, days: 2 });
});
