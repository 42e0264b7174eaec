import { expect, test } from 'vitest';
import { type Jar, mergeCookies, registerBrowser, sendWithCookies } from '../support/cookie-jar.ts';
import { openTestDatabase } from '../support/database.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { seededRandom } from '../support/random.ts';
import { startTwoWebs, startWeb, type Web } from '../support/web.ts';

const TABS = 50;
const ROUNDS = 6;
/** One process is killed in this round, during the refreshes. */
const KILL_ROUND = 3;
const LOST = 0.3;
/** Enough connections for one process to serve all tabs that wait for the row. */
const SETTINGS = { DATABASE_POOL: '20' };
const SEED = Number(process.env['TEST_SEED'] ?? 20260815);

const database = await openTestDatabase();
const webs = await startTwoWebs(database.url, SETTINGS);

const refresh = (jar: Jar, web: Web) => sendWithCookies(jar, web.url, 'POST', '/api/auth/refresh');
const canRead = async (jar: Jar, web: Web) =>
  (await sendWithCookies(jar, web.url, 'GET', '/api/settings/sessions')).status === 200;

async function sessionsOf(email: string) {
  return database.sql(
    `SELECT session.id, generation, ended_at, end_reason FROM session JOIN users USING (uid)
      WHERE email = $1`,
    [email],
  );
}

async function countReuseAlarms(email: string): Promise<number> {
  const rows = await database.sql(
    `SELECT FROM notification JOIN users USING (uid) WHERE email = $1 AND kind = 'session_reused'`,
    [email],
  );
  return rows.length;
}

/** What happened to the tabs until each had read a response. */
const seen = { responses: 0, lost: 0, cut: 0, rejected: 0 };

/** Refreshes with the same cookies until a response arrives. */
async function refreshTab(jar: Jar, random: () => number): Promise<Jar> {
  for (;;) {
    const [here, there] = random() < 0.5 ? webs : [webs[1], webs[0]];
    const response = await refresh(jar, here.isAlive() ? here : there).catch(() => undefined);
    if (!response) seen.cut++;
    // An overloaded process rejects at once; that is no verdict on the session.
    else if (response.body.code === 'overloaded') seen.rejected++;
    else {
      expect(response, response.text).toMatchObject({ status: 200 });
      seen.responses++;
      if (random() >= LOST) return mergeCookies(jar, response);
      seen.lost++;
    }
  }
}

test(`D11 A25 C19: ${TABS} tabs, two processes, lost responses and a kill -9 end with one session and no alarm`, async () => {
  const email = 'storm@example.org';
  let jar = await registerBrowser(webs[0].url, email);
  const started = performance.now();

  for (let round = 1; round <= ROUNDS; round++) {
    const before = jar;
    const refreshes = Array.from({ length: TABS }, (_, tab) =>
      refreshTab(before, seededRandom(SEED + round * 1000 + tab)),
    );
    if (round === KILL_ROUND) {
      await Promise.race(refreshes);
      webs[1].signal('SIGKILL');
    }
    const tabs = await Promise.all(refreshes);
    if (round === KILL_ROUND) webs[1] = await startWeb(database.url, SETTINGS);

    // All tabs have the same child token, and it works on both processes.
    expect(new Set(tabs.map((tab) => tab.get('rt'))).size).toBe(1);
    jar = tabs[0] ?? jar;
    expect(jar.get('rt')).not.toBe(before.get('rt'));
    expect(await Promise.all(webs.map((web) => canRead(jar, web)))).toEqual([true, true]);
  }

  const sessions = await sessionsOf(email);
  expect(sessions).toMatchObject([{ generation: 1 + ROUNDS, ended_at: null, end_reason: null }]);
  expect(await countReuseAlarms(email)).toBe(0);
  expect(seen.lost).toBeGreaterThan(TABS);
  expect(seen.cut).toBeGreaterThan(0);
  printMeasurements('D11 refresh storm', {
    seed: SEED,
    tabs: TABS,
    rotations: ROUNDS,
    ...seen,
    generation: sessions[0]?.['generation'],
    alarms: await countReuseAlarms(email),
    ms: performance.now() - started,
  });
});

test('D11 A23 A24 (ASVS 10.4.5): a grandparent token ends the session on both processes, also within the grace period', async () => {
  const email = 'copied@example.org';
  const stolen = await registerBrowser(webs[0].url, email);
  const parent = mergeCookies(stolen, await refresh(stolen, webs[1]));
  const newest = mergeCookies(parent, await refresh(parent, webs[0]));
  expect(await Promise.all(webs.map((web) => canRead(newest, web)))).toEqual([true, true]);

  const replays = await Promise.all(
    Array.from({ length: TABS }, (_, index) => refresh(stolen, webs[index % 2] as Web)),
  );

  const codes = replays.map((response) => `${response.status} ${response.body.code}`);
  expect(codes.filter((code) => code === '401 session_reused')).toHaveLength(1);
  expect(codes.filter((code) => code === '401 login_required')).toHaveLength(TABS - 1);
  expect(await sessionsOf(email)).toMatchObject([{ generation: 3, end_reason: 'reused' }]);
  expect(await countReuseAlarms(email)).toBe(1);
  for (const web of webs) {
    expect(await canRead(newest, web)).toBe(false);
    expect(await canRead(parent, web)).toBe(false);
    expect(await refresh(newest, web)).toMatchObject({
      status: 401,
      body: { code: 'login_required' },
    });
  }
});

/** The parent token is replayed on the other process, this many seconds after the rotation. */
const PARENT_REPLAYS = [
  { seconds: 9, child_seen: true, status: 200 },
  { seconds: 11, child_seen: true, status: 401 },
  { seconds: 11, child_seen: false, status: 200 },
  { seconds: 119, child_seen: false, status: 200 },
  { seconds: 121, child_seen: false, status: 401 },
];

test.each(PARENT_REPLAYS)(
  'D11 A23: a parent replayed after $seconds s, its child seen: $child_seen → $status',
  async ({ seconds, child_seen, status }) => {
    const email = `parent-${seconds}-${child_seen}@example.org`;
    const parent = await registerBrowser(webs[0].url, email);
    const child = mergeCookies(parent, await refresh(parent, webs[0]));
    await database.sql(
      `UPDATE session SET rotated_at = now() - make_interval(secs => $1), child_seen = $2
         FROM users WHERE users.uid = session.uid AND email = $3`,
      [seconds, child_seen, email],
    );

    const response = await refresh(parent, webs[1]);

    expect(response.status).toBe(status);
    if (status === 200) expect(mergeCookies(parent, response).get('rt')).toBe(child.get('rt'));
    else expect(response.body.code).toBe('session_reused');
    expect(await canRead(child, webs[0])).toBe(status === 200);
    expect(await countReuseAlarms(email)).toBe(status === 200 ? 0 : 1);
  },
);
