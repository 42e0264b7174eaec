import { beforeAll, expect, test } from 'vitest';
import { skipOnCpuSteal } from '../../support/cpu-steal.ts';
import { openTestDatabase } from '../support/database.ts';
import { registerBearer, send } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { seededRandom, shuffle } from '../support/random.ts';
import { holm, mannWhitney, median } from '../support/statistics.ts';
import { startWeb } from '../support/web.ts';

const TRIES = 250;
const WARM_UP = 20;
const SIGNIFICANT = 0.01;
const GAP_MS = 2;
const MEASUREMENTS_MAX = 3;
const SEED = Number(process.env['TEST_SEED'] ?? 20260815);

const KINDS = ['known', 'unknown', 'banned', 'deleted'] as const;
type Kind = (typeof KINDS)[number];
const OTHERS = KINDS.filter((kind) => kind !== 'known');
const address = (kind: Kind) => `${kind}@example.org`;

const database = await openTestDatabase();
const web = await startWeb(database.url, { LIMIT_LOGIN_IP: 'off', LIMIT_LOGIN_ACCOUNT: 'off' });

beforeAll(async () => {
  for (const kind of ['known', 'banned', 'deleted'] as const) {
    await registerBearer(web.url, address(kind));
  }
  await database.sql(`UPDATE users SET status = 'banned' WHERE email = $1`, [address('banned')]);
  await database.sql('UPDATE users SET deleted_at = now() WHERE email = $1', [address('deleted')]);
});

async function timeLogin(kind: Kind): Promise<number> {
  const body = { email: address(kind), password: 'not the password', transport: 'bearer' };
  const started = performance.now();
  const response = await send(web.url, 'POST', '/api/auth/login', { body });
  const ms = performance.now() - started;
  expect(response).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
  return ms;
}

type Times = Record<Kind, number[]>;

/** A round that others on the machine slow down is slow for all kinds; what is compared is the rest. */
function withoutDrift(times: Times): Times {
  const drift = times.known.map((_, round) => median(KINDS.map((kind) => times[kind][round] ?? 0)));
  const rest = (kind: Kind) => times[kind].map((ms, round) => ms - (drift[round] ?? 0));
  return {
    known: rest('known'),
    unknown: rest('unknown'),
    banned: rest('banned'),
    deleted: rest('deleted'),
  };
}

/** One at a time, in random order: whatever slows the machine down slows all kinds alike. */
async function measure(random: () => number): Promise<Times> {
  const times: Times = { known: [], unknown: [], banned: [], deleted: [] };
  for (let warm = 0; warm < WARM_UP; warm++) await timeLogin(KINDS[warm % KINDS.length] as Kind);
  for (let round = 0; round < TRIES; round++) {
    for (const kind of shuffle([...KINDS], random)) times[kind].push(await timeLogin(kind));
  }
  return times;
}

type Verdict = { ps: Record<string, number>; gaps: Record<string, number> };

/** Each kind against known addresses, made `later` ms slower than it was. */
function judge(times: Times, later = 0): Verdict {
  const shifted = (kind: Kind) => times[kind].map((ms) => ms + later);
  return {
    ps: holm(
      Object.fromEntries(OTHERS.map((kind) => [kind, mannWhitney(times.known, shifted(kind))])),
    ),
    gaps: Object.fromEntries(
      OTHERS.map((kind) => [kind, Math.abs(median(shifted(kind)) - median(times.known))]),
    ),
  };
}

const isAlike = ({ ps, gaps }: Verdict) =>
  Object.values(ps).every((p) => p > SIGNIFICANT) &&
  Object.values(gaps).every((gap) => gap < GAP_MS);

/** Fine enough to have found a difference of 2 ms, had there been one. */
const isSharp = (times: Times) =>
  Object.values(judge(times, GAP_MS).ps).every((p) => p < SIGNIFICANT);

test('§5.4a (ASVS 6.3.8, A31): a failed log-in takes as long for a known, unknown, banned or deleted address', (context) =>
  skipOnCpuSteal(context, async () => {
    const random = seededRandom(SEED);
    const started = performance.now();
    let measured = 1;
    let raw = await measure(random);
    let times = withoutDrift(raw);
    // Even where nothing differs, one measurement in a hundred looks as if something did, and on a machine
    // shared with others noise may drown what is looked for; a real difference is there every time.
    while (measured < MEASUREMENTS_MAX && !(isAlike(judge(times)) && isSharp(times))) {
      measured++;
      raw = await measure(random);
      times = withoutDrift(raw);
    }
    const verdict = judge(times);

    printMeasurements('§5.4 log-in timing', {
      seed: SEED,
      tries: `${KINDS.length} × ${TRIES}`,
      measured,
      median_ms: median(raw.known),
      p: verdict.ps,
      gap_ms: verdict.gaps,
      p_if_2_ms_slower: judge(times, GAP_MS).ps,
      seconds: (performance.now() - started) / 1000,
    });
    expect(verdict).toSatisfy(isAlike);
    expect(times).toSatisfy(isSharp);
  }));

test('the statistic itself: equal samples pass, different ones do not, known values come out', () => {
  const random = seededRandom(SEED);
  const sample = () => Array.from({ length: TRIES }, () => 20 + random() * 5);
  const [one, other] = [sample(), sample()];
  expect(mannWhitney(one, other)).toBeGreaterThan(SIGNIFICANT);
  expect(
    mannWhitney(
      one,
      other.map((ms) => ms + 1),
    ),
  ).toBeLessThan(SIGNIFICANT);
  // By hand: U = 0 of 5 × 5, z = (12.5 − 0.5) / √(25 · 11 / 12) = 2.5068, p = 0.01219.
  expect(mannWhitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(0.01219, 4);
  expect(holm({ a: 0.01, b: 0.04, c: 0.03 })).toEqual({ a: 0.03, c: 0.06, b: 0.06 });
});
