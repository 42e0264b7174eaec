import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer } from '../../../rigs/chaos/site/postgres.ts';
import { freePort } from '../../../src/local/free-port.ts';
import { createDatabase } from '../../../src/local/postgres.ts';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { COMMAND, SERVER } from '../../support/built-programs.ts';
import { type Child, startChild, waitFor } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { BASE_URL } from '../../support/world.ts';
import { isOk, send } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { at } from '../support/standby.ts';
import { SECRET_KEY } from '../support/web.ts';

/** Issue: ready within 30 s of the last part. */
const LIMIT_MS = 30_000;
const OUTAGE_MS = 3_000;

await ensureServerBuilt();
const directory = mkdtempSync(join(tmpdir(), 'lamplight-recovery-'));
chmodSync(directory, 0o755);
atEnd(() => rmSync(directory, { recursive: true, force: true }));
const postgres = await startServer(directory);
const databaseUrl = await createDatabase({ url: postgres.server_url }, 'lamplight');

const migratedUrl = await createDatabase({ url: postgres.server_url }, 'migrated');
await migrateDatabase(migratedUrl);

type Process = Child & { url: string; metrics: string };

/** A process as systemd starts it: up as soon as it is alive, ready or not. */
async function startProcess(role: string, url = databaseUrl): Promise<Process> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const metrics = `http://127.0.0.1:${metricsPort}`;
  const child = await startChild(process.execPath, [SERVER], {
    env: {
      ...{ DATABASE_URL: url, SECRET_KEY, BASE_URL, ROLE: role, LOG_LEVEL: 'info' },
      ...{ PORT: String(port), METRICS_PORT: String(metricsPort), DRAIN_SECONDS: '0' },
      ...{ STORAGE_DIR: join(directory, 'uploads'), REDIS_URL: 'redis://127.0.0.1:1/0' },
    },
    cwd: directory,
    isReady: () => isOk(`${metrics}/healthz`),
  });
  return { ...child, url: `http://127.0.0.1:${port}`, metrics };
}

async function sql(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the worker runs jobs: one that is due disappears. */
async function runsJobs(): Promise<boolean> {
  await sql("select graphile_worker.add_job('accounts_purge', job_key := 'recovery')");
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    const jobs = await sql("select from graphile_worker.jobs where key = 'recovery'");
    if (jobs.length === 0) return true;
  }
  return false;
}

const isReady = (web: Process) => isOk(`${web.url}/readyz`);
const linesOf = (child: Child, text: string) =>
  child
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

test.concurrent.each([1, 2])(
  'a worker survives an outage that begins after %i connections',
  async (accepted) => {
    const proxy = await startFailingProxy(postgres.port, accepted);
    const worker = await startProcess('worker', at(migratedUrl, proxy.port));
    await waitFor(() => worker.output().includes('lamplight is up'));
    await waitFor(async () => {
      const [row] = await sql(
        `select count(*)::int as polls from pg_stat_activity where client_port in (${proxy.ports().join(', ') || 0}) and query like '%graphile_worker%'`,
      );
      return Number(row?.['polls']) > 0;
    });
    expect(worker.isAlive()).toBe(true);
  },
);

test('a site whose parts start in the wrong order is ready by itself, and so after an outage', async () => {
  await postgres.kill();
  const [migrate, web, worker] = await Promise.all([
    startChild(process.execPath, [COMMAND, 'migrate', '--wait', '60'], {
      env: { DATABASE_URL: databaseUrl, SECRET_KEY, BASE_URL },
      cwd: directory,
      isReady: async () => true,
    }),
    startProcess('web'),
    startProcess('worker'),
  ]);
  expect(await send(web.url, 'GET', '/healthz')).toMatchObject({ status: 200 });
  // After 502 a proxy tries the other process.
  for (const [path, status] of [['/readyz', 503] as const, ['/posts', 502] as const]) {
    expect(await send(web.url, 'GET', path)).toMatchObject({
      status,
      body: { status: 'database away' },
    });
  }
  await waitFor(() => migrate.output().includes('waiting'));
  for (const waiting of [web, worker]) {
    await waitFor(() => linesOf(waiting, 'does not respond').length > 0);
    const [line = '', ...more] = linesOf(waiting, 'does not respond');
    expect(more).toEqual([]);
    expect(JSON.parse(line).msg).toContain(`127.0.0.1:${postgres.port}`);
  }

  await postgres.start();
  let since = performance.now();
  await waitFor(() => isReady(web));
  const first = performance.now() - since;
  expect(await migrate.gone).toMatchObject({ code: 0 });
  expect(linesOf(migrate, 'applied 0001-users.sql')).toHaveLength(1);
  expect(await runsJobs()).toBe(true);

  await postgres.kill();
  await waitFor(async () => (await send(web.url, 'GET', '/readyz')).status === 503);
  web.signal('SIGKILL');
  await web.gone;
  const again = await startProcess('web');
  expect((await send(again.url, 'GET', '/readyz')).status).toBe(503);
  await postgres.start();
  since = performance.now();
  await waitFor(() => isReady(again));
  const second = performance.now() - since;
  expect(await runsJobs()).toBe(true);
  expect(worker.isAlive()).toBe(true);

  printMeasurements('self-recovery', {
    ready_after_start_ms: Math.round(first),
    ready_after_outage_ms: Math.round(second),
  });
  expect(Math.max(first, second)).toBeLessThan(LIMIT_MS);
});

test('a waiting process names missing migrations, and ends at once on SIGTERM', async () => {
  const url = await createDatabase({ url: postgres.server_url }, 'empty');
  const web = await startProcess('both', url);
  expect((await send(web.url, 'GET', '/readyz')).body).toEqual({ status: 'migrations pending' });
  await waitFor(() => linesOf(web, '0001-users.sql').length > 0);
  expect(linesOf(web, '0001-users.sql')[0]).toContain('lamplight migrate');
  const since = performance.now();
  web.signal('SIGTERM');
  expect(await web.gone).toEqual({ code: 0, signal: null });
  expect(performance.now() - since).toBeLessThan(1_000);
});

/** Passes on the first connections, then resets everything for a while. */
async function startFailingProxy(target: number, accepted: number) {
  let connections = 0;
  let broken = false;
  const open = new Map<number, () => void>();
  const server = createServer((client) => {
    if (++connections === accepted + 1) {
      broken = true;
      for (const cut of open.values()) cut();
      setTimeout(() => {
        broken = false;
      }, OUTAGE_MS);
    }
    if (broken) {
      client.resetAndDestroy();
      return;
    }
    const there = connect(target, '127.0.0.1');
    client.pipe(there).pipe(client);
    client.on('error', () => there.destroy());
    there.on('error', () => client.destroy());
    there.once('connect', () => {
      const { localPort = 0 } = there;
      open.set(localPort, () => client.resetAndDestroy());
      there.once('close', () => open.delete(localPort));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return { port: (server.address() as AddressInfo).port, ports: () => [...open.keys()] };
}
