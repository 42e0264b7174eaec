import { expect, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { hasBinary } from '../support/binaries.ts';
import { SERVER } from '../support/built-programs.ts';
import { startChild, waitFor } from '../support/child.ts';
import { operatorOf } from '../support/lamplight.ts';
import { type Metric, metricValue, parseMetrics } from '../support/metrics-text.ts';
import { startRedis } from '../support/redis.ts';
import { BASE_URL } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { isOk, registerBearer, send } from './support/http.ts';
import { SECRET_KEY, startWeb } from './support/web.ts';

const database = await openTestDatabase();
const settings = { DATABASE_URL: database.url, SECRET_KEY, BASE_URL };
const lamplight = operatorOf(settings);
const [webMetrics, workerMetrics] = [await freePort(), await freePort()];

const startWorker = () =>
  startChild(process.execPath, [SERVER], {
    env: { ...settings, ROLE: 'worker', METRICS_PORT: String(workerMetrics), LOG_LEVEL: 'warn' },
    isReady: () => isOk(`http://127.0.0.1:${workerMetrics}/healthz`),
  });
const startMeasuredWeb = (some: Record<string, string> = {}) =>
  startWeb(database.url, { METRICS_PORT: String(webMetrics), ...some });

async function scrape(port: number): Promise<Map<string, Metric>> {
  return parseMetrics((await send(`http://127.0.0.1:${port}`, 'GET', '/metrics')).text);
}

const listRows = () => database.sql('select role, pid from process_heartbeat order by role, pid');

async function examine(name: string) {
  const { code, stdout } = await lamplight('doctor --offline --json');
  const checks: { name: string; state: string; found: string }[] = JSON.parse(stdout).checks;
  return { code, ...checks.find((one) => one.name === name) };
}

/** Instead of waiting for minutes. */
const age = (minutes: number, pid: number) =>
  database.sql(
    'update process_heartbeat set seen_at = seen_at - make_interval(mins => $1) where pid = $2',
    [minutes, pid],
  );

test('doctor and the metrics know every process, one of two that was killed, and a missing worker', async () => {
  const [web, spare, worker] = [
    await startMeasuredWeb(),
    await startWeb(database.url),
    await startWorker(),
  ];
  await waitFor(async () => (await listRows()).length === 3);
  spare.signal('SIGKILL');
  await spare.gone;
  await age(5, spare.pid);
  const lost = await examine('processes');
  expect(lost).toMatchObject({
    state: 'doubtful',
    found: expect.stringMatching(/^1 web, 1 worker; version \d+\.\d+\.\d+/),
  });
  expect(lost.found).toContain(`:${spare.port} (pid ${spare.pid}) ended 5 minutes ago`);
  await waitFor(async () => {
    const labels = { role: 'web', state: 'lost' };
    return metricValue(await scrape(webMetrics), 'lamplight_processes', labels) === 1;
  });
  expect(metricValue(await scrape(webMetrics), 'lamplight_worker_silent_seconds')).toBeLessThan(60);

  // On the same port: it replaces the row.
  const again = await startWeb(database.url, {}, { port: spare.port });
  await waitFor(async () => (await listRows()).some(({ pid }) => pid === again.pid));
  expect(await listRows()).toHaveLength(3);

  worker.signal('SIGKILL');
  await worker.gone;
  await age(7, worker.pid);
  expect(await examine('processes')).toMatchObject({
    code: 1,
    state: 'wrong',
    found: expect.stringMatching(/^no worker has run for 7 minutes; 2 web/),
  });
  await waitFor(async () => {
    const silence = metricValue(await scrape(webMetrics), 'lamplight_worker_silent_seconds');
    return (silence ?? 0) > 400;
  });

  for (const stopped of [web, again]) {
    stopped.signal('SIGTERM');
    await stopped.gone;
  }
  expect(await listRows()).toEqual([{ role: 'worker', pid: worker.pid }]);

  // A day later, the next heartbeat of any process deletes it.
  await age(24 * 60, worker.pid);
  const last = await startWeb(database.url);
  await waitFor(async () => (await listRows()).every(({ pid }) => pid === last.pid));
  last.signal('SIGTERM');
  await last.gone;
});

test('a process whose heartbeat cannot be stored serves requests, and counts it', async () => {
  await database.sql('revoke insert, update on process_heartbeat from lamplight_app');
  try {
    const web = await startMeasuredWeb();
    const failed = async () =>
      metricValue(await scrape(webMetrics), 'lamplight_heartbeats_total', { outcome: 'failed' });
    await waitFor(async () => (await failed()) === 1);
    expect((await send(web.url, 'GET', '/api/posts')).status).toBe(200);
    expect(web.output()).not.toContain('recurring task');
    web.signal('SIGTERM');
    expect(await web.gone).toMatchObject({ code: 0 });
  } finally {
    await database.sql('grant insert, update on process_heartbeat to lamplight_app');
  }
});

test('a backup recorded by command is exported by workers, and doctor needs no BACKUP_DIR', async () => {
  const worker = await startWorker();
  const at = async () =>
    metricValue(await scrape(workerMetrics), 'lamplight_backup_last_success_timestamp_seconds', {
      tool: 'pgbackrest',
    });
  expect(await at()).toBeUndefined();
  expect(await lamplight('backup record pgbackrest')).toMatchObject({ code: 0, stderr: '' });
  await waitFor(async () => Math.abs(Date.now() / 1000 - ((await at()) ?? 0)) < 60);
  await database.sql("update backup_record set snapshot_at = now() - interval '40 hours'");
  expect(await examine('backups')).toMatchObject({
    state: 'doubtful',
    found: 'the backup by pgbackrest is 40 hours old',
  });
  worker.signal('SIGTERM');
  await worker.gone;
});

test.skipIf(!hasBinary('redis-server'))(
  'a Redis that is lost is exported while limits continue in memory, and so is its return',
  async () => {
    const redis = await startRedis();
    const web = await startMeasuredWeb({ REDIS_URL: redis.url, LIMIT_CHECK_EMAIL: '2/60' });
    const connected = async () =>
      metricValue(await scrape(webMetrics), 'lamplight_redis_connected');
    const failures = async () =>
      metricValue(await scrape(webMetrics), 'lamplight_redis_failures_total') ?? 0;
    await waitFor(async () => (await connected()) === 1);
    expect(await failures()).toBe(0);

    const { access: token } = await registerBearer(web.url);
    redis.signal('SIGKILL');
    await redis.gone;
    await waitFor(async () => (await connected()) === 0);
    const before = await failures();
    const body = { email: 'unknown@example.org' };
    const look = async () =>
      (await send(web.url, 'POST', '/api/auth/check-email', { token, body })).status;
    expect([await look(), await look(), await look()]).toEqual([200, 200, 429]);
    expect(await failures()).toBeGreaterThan(before + 2);

    await startRedis(redis.port);
    await waitFor(async () => (await connected()) === 1);
  },
);
