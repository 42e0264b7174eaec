import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { LIMIT_NAMES } from '../../src/platform/limits/rules.ts';
import { atEnd } from '../support/cleanup.ts';
import { createWorld, PASSWORD } from '../support/world.ts';
import type { CostReport, CostRequest } from './support/cost-client.ts';
import { expensiveRequests } from './support/expensive-requests.ts';
import { addressOf, named } from './support/fuzz-site.ts';

/**
 * The most expensive request that an anonymous visitor or a Lv0 member can send to any route, over a real socket, in
 * CPU time of the server's only thread. The client runs in another thread; the cost of an empty request is subtracted.
 */
const COST_MS_MAX = 20;
/** For receiving a file, in hundreds of chunks with other requests between them: the sender spends as much on the bytes. */
const RECEIVE_MS_PER_MEGABYTE = 12;
/** The best of these counts: the JIT compiler or the garbage collector may run during the first ones. */
const ATTEMPTS = 5;

const world = await createWorld({
  // Off, so that no limit refuses a request before it has cost anything.
  ...Object.fromEntries(LIMIT_NAMES.map((name) => [`LIMIT_${name.toUpperCase()}`, 'off'])),
  PAGE_CACHE_AGE_MS: '1000',
});
await world.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = world.app.server.address() as AddressInfo;
const client = new Worker(new URL('./support/cost-client.ts', import.meta.url), {
  workerData: { port },
});
atEnd(() => client.terminate());

const bodyLimit = world.app.initialConfig.bodyLimit ?? 0;
const member = await world.member({ transport: 'bearer' });
await publishLargePost();

function nextReport(): Promise<CostReport> {
  return new Promise((resolve) => client.once('message', resolve));
}

async function costOf(request: CostRequest): Promise<{ ms: number; status: number }> {
  const ready = nextReport();
  client.postMessage(request);
  await ready;
  const report = nextReport();
  const before = process.threadCpuUsage();
  client.postMessage('go');
  const response = await report;
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, status: response === 'ready' ? 0 : response.status };
}

async function bestCost(request: CostRequest, enough: number) {
  let best = await costOf(request);
  for (let attempt = 1; attempt < ATTEMPTS && best.ms > enough; attempt += 1) {
    const again = await costOf(request);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

const empty = await bestCost({ method: 'GET', path: '/health/live', headers: {} }, 0);

const CALLERS = ['an anonymous visitor', 'a bad bearer token', 'a Lv0 member'] as const;
type Caller = (typeof CALLERS)[number];

function credentialsOf(caller: Caller): Record<string, string> {
  if (caller === 'an anonymous visitor') return {};
  const token = caller === 'a Lv0 member' ? member.tokens.access : 'x';
  return { authorization: `Bearer ${token}` };
}

/** Guards refuse every other caller after the headers alone: one request is enough. */
function isAdmitted({ access }: DeclaredRoute, caller: Caller): boolean {
  if (access === 'public' || access === 'optional') return true;
  return access === 'member' && caller === 'a Lv0 member';
}

test.each(named(world.app.routes))(
  'A42, ASVS 15.1.3, 15.2.2 no request costs more than 20 ms of event loop: %s',
  async (_, route) => {
    await remainLevelZero();
    const path = addressOf(route);
    const tooExpensive: string[] = [];
    const requests = expensiveRequests(route, bodyLimit);
    for (const [at, { what, query, headers = {}, body }] of requests.entries()) {
      const megabytes = route.route.config?.multipart ? (body?.length ?? 0) / 1e6 : 0;
      const allowed = COST_MS_MAX + RECEIVE_MS_PER_MEGABYTE * megabytes;
      for (const caller of CALLERS.filter((one) => at === 0 || isAdmitted(route, one))) {
        const { ms, status } = await bestCost(
          {
            method: route.method,
            path: query ? `${path}?${query}` : path,
            headers: { accept: 'text/html', ...headers, ...credentialsOf(caller) },
            ...(body ? { body } : {}),
          },
          allowed + empty.ms,
        );
        const cost = ms - empty.ms;
        if (cost > allowed)
          tooExpensive.push(`${what} from ${caller}: ${cost.toFixed(0)} ms, ${status}`);
      }
    }
    expect(tooExpensive).toEqual([]);
  },
);

/** The last requests may have logged the member out or completed a task; the next route needs a Lv0 member again. */
async function remainLevelZero(): Promise<void> {
  await world.sql('update users set exp = 0 where uid = $1', [member.uid]);
  const { status } = await member.get('/api/level/info');
  if (status === 401)
    expect((await member.logIn(member.email, PASSWORD, 'bearer')).status).toBe(200);
}

/** As large as a post can be, with the content that takes longest to render. */
async function publishLargePost(): Promise<void> {
  const author = await world.member({ exp: 2000, transport: 'bearer' });
  const heading = '<h2>a <em>b</em></h2><p>灯火 c</p>';
  const code = `<pre><code class="language-typescript">${'const a = 1;\n'.repeat(3000)}</code></pre>`;
  const { status } = await author.post('/api/studio/posts', {
    title: 'a large post',
    body: heading.repeat(2800) + code,
  });
  expect(status).toBe(201);
}
