import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitFor } from '../../support/child.ts';
import { skipOnCpuSteal } from '../../support/cpu-steal.ts';
import { PASSWORD } from '../../support/world.ts';
import { openTestDatabase } from '../support/database.ts';
import { countStatuses, type HttpResponse, registerBearer, send } from '../support/http.ts';
import { startNginx } from '../support/nginx.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startTwoWebs, startWeb, type Web } from '../support/web.ts';

const REQUESTS = 20_000;
const RESTARTS = 6;
const CONNECTIONS = 32;
/** Below the capacity of one process. */
const PER_SECOND = 500;
const SETTINGS = {
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_CHECK_EMAIL: 'off',
  // Load shedding is off: the machine may be busy, and this measures the restart.
  SHED_DELAY_MS: '0',
  // More than nginx's fail_timeout, rounded up as nginx does; see support/nginx.ts.
  DRAIN_SECONDS: '3',
};

const database = await openTestDatabase();
const webs = await startTwoWebs(database.url, SETTINGS);
const proxy = await startNginx(webs.map((web) => web.port));

/** A public read, a private one, a write that the proxy may retry and one that it may not. */
async function mixedCalls(): Promise<((count: number) => Promise<HttpResponse>)[]> {
  const { access: token, session_id } = await registerBearer(proxy.url);
  const remarkPath = `/api/settings/sessions/${session_id}/remark`;
  return [
    () => send(proxy.url, 'GET', '/api/auth/csrf'),
    () => send(proxy.url, 'GET', '/api/settings/sessions', { token }),
    (count) => send(proxy.url, 'PUT', remarkPath, { token, body: { remark: `no. ${count}` } }),
    () =>
      send(proxy.url, 'POST', '/api/auth/check-email', {
        token,
        body: { email: 'unknown@example.org' },
      }),
  ];
}

type Load = { sent: number; failures: string[]; repeated: number; stop(): Promise<void> };

/** Sends until `stop` is called, but at least `REQUESTS`. */
function startLoad(calls: ((count: number) => Promise<HttpResponse>)[]): Load {
  const load: Load = { sent: 0, failures: [], repeated: 0, stop: async () => {} };
  const started = performance.now();
  let stopping = false;
  const sendOne = async (count: number) => {
    const call = calls[count % calls.length];
    try {
      const response = await call?.(count);
      if (String(response?.headers['x-served-by']).includes(',')) load.repeated++;
      if (response?.status !== 200) load.failures.push(`${response?.status} ${response?.text}`);
    } catch (error) {
      load.failures.push(String(error));
    }
  };
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (!stopping || load.sent < REQUESTS) {
      const count = load.sent++;
      const due = started + (count * 1000) / PER_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      await sendOne(count);
    }
  });
  load.stop = async () => {
    stopping = true;
    await Promise.all(connections);
  };
  return load;
}

test(`C13: ${RESTARTS} rolling restarts behind nginx lose none of ${REQUESTS} requests, writes included`, (context) =>
  skipOnCpuSteal(context, async () => {
    const load = startLoad(await mixedCalls());
    context.onTestFinished(load.stop);
    const started = performance.now();
    let longest = 0;
    for (let restart = 0; restart < RESTARTS && load.failures.length === 0; restart++) {
      const web = webs[restart % 2] as Web;
      const stopped = performance.now();
      web.signal('SIGTERM');
      expect(await web.gone, web.output()).toEqual({ code: 0, signal: null });
      longest = Math.max(longest, performance.now() - stopped);
      webs[restart % 2] = await startWeb(database.url, SETTINGS, { port: web.port });
    }
    await load.stop();

    printMeasurements('C13 graceful shutdown', {
      requests: load.sent,
      failures: load.failures.length,
      repeated_by_proxy: load.repeated,
      restarts: RESTARTS,
      longest_stop_s: longest / 1000,
      seconds: (performance.now() - started) / 1000,
    });
    expect(load.failures.slice(0, 5), proxy.output()).toEqual([]);
    expect(load.sent).toBeGreaterThanOrEqual(REQUESTS);
    expect(longest).toBeLessThan(10_000);
  }));

test('C13: a draining process reports not ready, keeps serving and closes keep-alive connections', async () => {
  const web = await startWeb(database.url, SETTINGS);
  expect((await send(web.url, 'GET', '/api/auth/csrf')).headers['connection']).toBe('keep-alive');
  web.signal('SIGTERM');
  await waitFor(async () => (await send(web.url, 'GET', '/readyz')).status === 503);
  const response = await send(web.url, 'GET', '/api/auth/csrf');
  expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
  expect(await web.gone).toEqual({ code: 0, signal: null });
});

test('C13: requests received before the shutdown are finished, however long they take', async () => {
  const web = await startWeb(database.url, { DRAIN_SECONDS: '0' });
  const slow = Array.from({ length: CONNECTIONS }, (_, index) =>
    send(web.url, 'POST', '/api/auth/register', {
      body: { email: `last${index}@example.org`, password: PASSWORD, transport: 'bearer' },
    }),
  );
  await Promise.race(slow);
  web.signal('SIGTERM');
  expect(countStatuses(await Promise.all(slow))).toEqual({ 201: CONNECTIONS });
  expect(await web.gone).toEqual({ code: 0, signal: null });
});
