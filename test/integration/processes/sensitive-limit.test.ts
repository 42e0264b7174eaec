import { beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../support/child.ts';
import { areConnected, startRedis } from '../../support/redis.ts';
import { openTestDatabase } from '../support/database.ts';
import { countStatuses, type HttpResponse, registerBearer, send } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { SPOOFS } from '../support/spoofed-headers.ts';
import { startTwoWebs, startWeb, type Web } from '../support/web.ts';

const CALLS = 100;
const PASSES = 5;
const BLOCK_SECONDS = 300;

const database = await openTestDatabase();
let redis = await startRedis();
const webs = await startTwoWebs(database.url, {
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_POOL: '20',
  REDIS_URL: redis.url,
});
/** Reached without a proxy: it trusts no header about the client's address. */
const bare = await startWeb(database.url);
const { access: token } = await registerBearer(webs[0].url);

beforeAll(async () => {
  // Warm up: the first hundred calls of a process take longer than it would wait for Redis.
  for (const { url } of webs) {
    const reads = Array.from({ length: CALLS / 2 }, () =>
      send(url, 'GET', '/api/settings/sessions', { token }),
    );
    expect(countStatuses(await Promise.all(reads))).toEqual({ 200: CALLS / 2 });
  }
});

type Headers = Record<string, string | string[]>;

/** Counted, but refused for its body: it computes no password hash and deletes nothing. */
const attempt = (web: Web, headers: Headers) =>
  send(web.url, 'POST', '/api/settings/delete-account', { token, headers, body: {} });

const from = (address: string): Headers => ({ 'x-forwarded-for': address });

/** All at once, every other one on the other process. */
function burst(calls: number, headers: (index: number) => Headers): Promise<HttpResponse>[] {
  return Array.from({ length: calls }, (_, index) =>
    attempt(webs[index % 2] as Web, headers(index)),
  );
}

const retryAfter = (response: HttpResponse) => Number(response.headers['retry-after']);
const passed = (responses: HttpResponse[]) =>
  responses.filter((response) => response.status === 400).length;

/** In concurrent bursts, each within what the processes admit. */
async function inBursts(
  calls: number,
  headers: (index: number) => Headers,
): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = [];
  for (let done = 0; done < calls; done += CALLS) {
    responses.push(...(await Promise.all(burst(CALLS, (index) => headers(done + index)))));
  }
  return responses;
}

const BLOCKED = '203.0.113.1';
/** Two calls of this address pass on the first process before Redis is killed. */
const HALFWAY = from('203.0.113.7');

test('D14 (SPEC §8): of 100 parallel calls on two processes 5 pass, 95 get a Retry-After', async () => {
  const started = performance.now();
  const responses = await Promise.all(burst(CALLS, () => from(BLOCKED)));
  const ms = performance.now() - started;

  expect(countStatuses(responses)).toEqual({ 400: PASSES, 429: CALLS - PASSES });
  const waits = responses.filter((response) => response.status === 429).map(retryAfter);
  expect(Math.max(...waits)).toBeLessThanOrEqual(BLOCK_SECONDS);
  // Also for calls between the sixth one and the block it started.
  expect(Math.min(...waits)).toBeGreaterThan(BLOCK_SECONDS - 10);

  for (const web of webs) {
    const options = { token, headers: from(BLOCKED) };
    const password = { current_password: 'not it', new_password: 'another long one' };
    const change = { ...options, body: password };
    expect((await send(web.url, 'PUT', '/api/settings/password', change)).status).toBe(429);
    expect((await send(web.url, 'GET', '/api/settings/sessions', options)).status).toBe(200);
  }
  printMeasurements('D14 sensitive limit', {
    calls: CALLS,
    passed: passed(responses),
    refused: waits.length,
    retry_after: `${Math.min(...waits)}–${Math.max(...waits)} s`,
    ms,
  });
});

test('D14: a wrong current password counts on every process', async () => {
  const body = { current_password: 'not it', new_password: 'another long one' };
  const statuses: number[] = [];
  for (let call = 0; call <= PASSES; call++) {
    const { url } = webs[call % 2] as Web;
    const options = { token, headers: from('203.0.113.2'), body };
    statuses.push((await send(url, 'PUT', '/api/settings/password', options)).status);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
});

test('D14 A29: a thousand addresses of one IPv6 /64 count as one', async () => {
  const hex = (number: number) => number.toString(16);
  const responses = await inBursts(1000, (index) =>
    from(`2001:db8:0:1:${hex(index)}:${hex(index * 7)}::${hex(index + 1)}`),
  );
  expect(countStatuses(responses)).toEqual({ 400: PASSES, 429: 1000 - PASSES });
  expect((await attempt(webs[0], from('2001:db8:0:2::1'))).status).toBe(400);
});

test('D14 A29: an IPv4 address written as IPv6 is that IPv4 address', async () => {
  const spellings = [
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '::ffff:c633:6407',
    '::FFFF:C633:6407',
    '64:ff9b::c633:6407',
    '0:0:0:0:0:ffff:c633:6407',
  ];
  const statuses: number[] = [];
  for (const [index, spelling] of spellings.entries()) {
    statuses.push((await attempt(webs[index % 2] as Web, from(spelling))).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await attempt(webs[0], from('::ffff:198.51.100.8'))).status).toBe(400);
});

test(`D14, A28, ASVS 4.1.3, 15.3.4: without a trusted proxy ${SPOOFS.length} spoofed address headers change nothing`, async () => {
  expect(SPOOFS.length).toBeGreaterThanOrEqual(20);
  const responses: HttpResponse[] = [];
  for (const { headers } of SPOOFS) responses.push(await attempt(bare, headers));
  expect(responses.map((response) => response.status)).toEqual(
    SPOOFS.map((_, index) => (index < PASSES ? 400 : 429)),
  );
});

test('D14, A28, ASVS 4.1.3: addresses that a client sends before the one that a trusted proxy appends change nothing', async () => {
  const statuses: number[] = [];
  for (const { headers } of SPOOFS) {
    const claimed = [headers['x-forwarded-for'] ?? []].flat();
    const added = { ...headers, 'x-forwarded-for': [...claimed, '203.0.113.3'] };
    statuses.push((await attempt(webs[0], added)).status);
  }
  expect(statuses).toEqual(SPOOFS.map((_, index) => (index < PASSES ? 400 : 429)));
});

test('D14, C5, ASVS 16.5.2, 16.5.3: Redis is killed during calls: no process lets more than 5 through, none fails, no block is lifted', async () => {
  const address = from('203.0.113.4');
  const before = [await attempt(webs[0], address), await attempt(webs[0], address)];
  const halfway = [await attempt(webs[0], HALFWAY), await attempt(webs[0], HALFWAY)];
  expect(countStatuses([...before, ...halfway])).toEqual({ 400: 4 });

  const calls = burst(CALLS, () => address);
  await Promise.race(calls);
  redis.signal('SIGKILL');
  const during = await Promise.all(calls);
  await redis.gone;
  const after = await inBursts(2 * CALLS, () => address);

  const responses = [...during, ...after];
  const here = [...before, ...responses.filter((_, index) => index % 2 === 0)];
  const there = responses.filter((_, index) => index % 2 === 1);
  expect(
    Object.keys(countStatuses(responses))
      .map(Number)
      .filter((status) => status !== 400),
  ).toEqual([429]);
  expect(passed(here)).toBeLessThanOrEqual(PASSES);
  expect(passed(there)).toBeLessThanOrEqual(PASSES);
  expect(passed(here)).toBeGreaterThanOrEqual(2);

  for (const web of webs) {
    const blocked = await attempt(web, from(BLOCKED));
    expect(blocked.status).toBe(429);
    expect(retryAfter(blocked)).toBeGreaterThan(BLOCK_SECONDS - 60);
  }
  printMeasurements('D14 C5 Redis killed', {
    calls: before.length + responses.length,
    passed: `${passed(here)} + ${passed(there)}`,
    failures: responses.filter((response) => response.status >= 500).length,
  });
});

test('D14 C5: without Redis each process counts alone and continues from its own count', async () => {
  const fresh = await Promise.all(burst(CALLS, () => from('203.0.113.5')));
  expect(countStatuses(fresh)).toEqual({ 400: 2 * PASSES, 429: CALLS - 2 * PASSES });
  const begun = await Promise.all(burst(CALLS, () => HALFWAY));
  expect(passed(begun.filter((_, index) => index % 2 === 0))).toBe(PASSES - 2);
  expect(passed(begun.filter((_, index) => index % 2 === 1))).toBe(PASSES);
});

test('D14 C5: processes share the counts again after an empty Redis comes back', async () => {
  redis = await startRedis(redis.port);
  await waitFor(() => areConnected(redis, webs.length));
  // Each process reconnects after two seconds.
  let network = 0;
  await waitFor(() => isShared(from(`2001:db8:1:${network++}::1`)));
  const responses = await Promise.all(burst(CALLS, () => from('203.0.113.6')));
  expect(countStatuses(responses)).toEqual({ 400: PASSES, 429: CALLS - PASSES });
  expect((await attempt(webs[1], from(BLOCKED))).status).toBe(429);
});

/** Whether the sixth call is refused, although no process has received six. */
async function isShared(address: Headers): Promise<boolean> {
  const statuses: number[] = [];
  for (let call = 0; call <= PASSES; call++)
    statuses.push((await attempt(webs[call % 2] as Web, address)).status);
  return statuses.at(-1) === 429;
}
