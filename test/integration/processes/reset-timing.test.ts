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
const SEED = Number(process.env['TEST_SEED'] ?? 20261118);

const KINDS = ['known', 'unknown', 'banned', 'deleted', 'unverified'] as const;
type Kind = (typeof KINDS)[number];
type Times = Record<Kind, number[]>;
const OTHERS = KINDS.filter((kind) => kind !== 'known');
const address = (kind: Kind) => `${kind}@example.org`;
const forKinds = <T>(value: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as Record<Kind, T>;

const database = await openTestDatabase();
const OFF = ['RESET_REQUEST', 'MAIL_MINUTE', 'MAIL_HOUR', 'MAIL_SITE'];
const web = await startWeb(database.url, {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'lamplight@example.org',
  ...Object.fromEntries(OFF.map((name) => [`LIMIT_${name}`, 'off'])),
});

beforeAll(async () => {
  for (const kind of KINDS) if (kind !== 'unknown') await registerBearer(web.url, address(kind));
  await database.sql(
    `update users set email_verified_at = now() where email <> 'unverified@example.org'`,
  );
  await database.sql(`update users set status = 'banned' where email = $1`, [address('banned')]);
  await database.sql('update users set deleted_at = now() where email = $1', [address('deleted')]);
});

async function timeRequest(kind: Kind): Promise<number> {
  const body = { email: address(kind), transport: 'bearer' };
  const started = performance.now();
  const response = await send(web.url, 'POST', '/api/auth/request-password-reset', { body });
  const ms = performance.now() - started;
  expect(response.status).toBe(204);
  return ms;
}

/** One at a time, in random order. A round that others on the machine slow down is slow for all kinds. */
async function measure(random: () => number): Promise<Times> {
  const raw: Times = forKinds(() => []);
  for (let warm = 0; warm < WARM_UP; warm++) await timeRequest(KINDS[warm % KINDS.length] as Kind);
  for (let round = 0; round < TRIES; round++)
    for (const kind of shuffle([...KINDS], random)) raw[kind].push(await timeRequest(kind));
  const drift = raw.known.map((_, round) => median(KINDS.map((kind) => raw[kind][round] ?? 0)));
  return forKinds((kind) => raw[kind].map((ms, round) => ms - (drift[round] ?? 0)));
}

/** Each kind against known addresses, made `later` ms slower than it was. */
function judge(times: Times, later = 0) {
  const shifted = (kind: Kind) => times[kind].map((ms) => ms + later);
  const ps = OTHERS.map((kind) => [kind, mannWhitney(times.known, shifted(kind))]);
  const gaps = OTHERS.map((kind) => Math.abs(median(shifted(kind)) - median(times.known)));
  return { ps: holm(Object.fromEntries(ps)), gap: Math.max(...gaps) };
}

const isAlike = (times: Times) => {
  const { ps, gap } = judge(times);
  return Object.values(ps).every((p) => p > SIGNIFICANT) && gap < GAP_MS;
};
/** Fine enough to have found a difference of 2 ms, had there been one. */
const isSharp = (times: Times) =>
  Object.values(judge(times, GAP_MS).ps).every((p) => p < SIGNIFICANT);

test('D63 (ASVS 6.3.8): a request for a reset takes as long for a known, unknown, banned, deleted or unverified address', (context) =>
  skipOnCpuSteal(context, async () => {
    const random = seededRandom(SEED);
    let measured = 1;
    let times = await measure(random);
    while (measured++ < MEASUREMENTS_MAX && !(isAlike(times) && isSharp(times)))
      times = await measure(random);
    printMeasurements('D63 timing of a request for a reset', {
      seed: SEED,
      tries: `${KINDS.length} × ${TRIES}`,
      ...judge(times),
      p_if_2_ms_slower: judge(times, GAP_MS).ps,
    });
    expect(times).toSatisfy(isAlike);
    expect(times).toSatisfy(isSharp);
  }));
