import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { JOBS } from '../../src/jobs.ts';
import { freePort } from '../../src/local/free-port.ts';
import { LIMIT_NAMES } from '../../src/platform/limits/rules.ts';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { waitFor } from '../support/child.ts';
import { type Metric, metricValue, parseMetrics, withoutPart } from '../support/metrics-text.ts';
import { parsePromql } from '../support/promql.ts';
import { openTestDatabase } from './support/database.ts';
import { registerBearer, send } from './support/http.ts';
import { startWeb } from './support/web.ts';

/** Labels that Prometheus adds to every series it scrapes. */
const SCRAPED = ['job', 'instance'];
/** A metric that Prometheus adds for every target. */
const OF_TARGET = 'up';
const RUNBOOKS = '{{ or $externalLabels.runbooks `https://lamplight.example/docs/operations.md` }}';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook_url: string };
};
type Panel = { title: string; type: string; targets?: { expr: string }[] };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rules: Rule[] = parse(read('deploy/prometheus/rules.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const alerts = rules.filter((rule) => rule.alert);
const dashboard: { panels: Panel[] } = JSON.parse(read('deploy/grafana/lamplight.json'));

const database = await openTestDatabase();
const metricsPort = await freePort();
const site = await startWeb(database.url, {
  ROLE: 'both',
  METRICS_PORT: String(metricsPort),
  LIMIT_CHECK_EMAIL: '1/60',
  // The primary is no replica: it is exported, but not read from as one.
  DATABASE_REPLICA_URLS: database.url,
  // Other tests keep the machine busy; shedding is tested elsewhere.
  SHED_DELAY_MS: '0',
});

async function scrape(): Promise<Map<string, Metric>> {
  const { text } = await send(`http://127.0.0.1:${metricsPort}`, 'GET', '/metrics');
  return parseMetrics(text);
}

/** Visitors, a refusal, an upload, a job that succeeds and one that fails. */
async function makeTraffic(): Promise<void> {
  const { access: token } = await registerBearer(site.url);
  await send(site.url, 'GET', '/', { headers: { accept: 'text/html' } });
  await send(site.url, 'GET', '/api/nothing');
  await send(site.url, 'GET', '/api/settings/sessions', { token });
  const body = { email: 'unknown@example.org' };
  const look = () => send(site.url, 'POST', '/api/auth/check-email', { token, body });
  expect([(await look()).status, (await look()).status]).toEqual([200, 429]);
  await database.sql("select graphile_worker.add_job('integrity_run')");
  // A kind of job this version does not know, and one that has been tried for the last time.
  await database.sql("select graphile_worker.add_job('from_another_version')");
  await database.sql(
    "select graphile_worker.add_job('uploads_sweep', run_at := now() + interval '1 hour', max_attempts := 1)",
  );
  await database.sql(
    'update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1',
  );
}

await database.sql(
  "insert into backup_record (tool, snapshot_at, finished_at, bytes) values ('lamplight', now(), now(), 1)",
);
await makeTraffic();
let metrics = await scrape();
await waitFor(async () => {
  metrics = await scrape();
  return (metricValue(metrics, 'lamplight_integrity_last_run_timestamp_seconds') ?? 0) > 0;
}, site.output);

test('requests are counted by route pattern and status; 429 stands apart from other refusals', () => {
  const count = (labels: Record<string, string>) =>
    metricValue(metrics, 'lamplight_http_request_seconds_count', labels);
  expect(count({ route: '/', method: 'GET', status: '2xx' })).toBe(1);
  expect(count({ route: '(none)', status: '4xx' })).toBe(1);
  expect(count({ route: '/api/auth/check-email', status: '429' })).toBe(1);
  expect(metricValue(metrics, 'lamplight_http_in_flight')).toBe(0);
  expect(metricValue(metrics, 'lamplight_uploads_in_flight')).toBe(0);
});

test('a refusal is counted by its limit, and all other limits are 0', () => {
  const refused = (limit: string) =>
    metricValue(metrics, 'lamplight_rate_limited_total', { limit });
  expect(refused('check_email')).toBe(1);
  expect(LIMIT_NAMES.filter((limit) => refused(limit) === undefined)).toEqual([]);
});

test('the pool exports its connections, its size and how long callers waited', () => {
  const connections = (state: string) =>
    metricValue(metrics, 'lamplight_db_connections', { state });
  expect((connections('busy') ?? 0) + (connections('idle') ?? 0)).toBeGreaterThan(0);
  expect(connections('waiting')).toBe(0);
  expect(metricValue(metrics, 'lamplight_db_connections_max')).toBe(10);
  expect(metricValue(metrics, 'lamplight_db_wait_seconds_count')).toBeGreaterThan(10);
});

test('a replica is labelled by its address without secrets, and exports whether it is in use', () => {
  const { host } = new URL(database.url);
  const figure = (name: string, labels = {}) =>
    metricValue(metrics, `lamplight_replica_${name}`, { replica: host, ...labels });
  expect(figure('in_use')).toBe(0);
  expect(figure('lag_seconds')).toBeGreaterThan(0);
  for (const outcome of ['done', 'repeated']) expect(figure('reads_total', { outcome })).toBe(0);
});

test('jobs are counted by task: done, given up, and unknown ones under one name', () => {
  const jobs = (task: string, state: string) =>
    metricValue(metrics, 'lamplight_jobs', { task, state });
  expect(
    metricValue(metrics, 'lamplight_job_seconds_count', { task: 'integrity_run', outcome: 'done' }),
  ).toBe(1);
  expect(jobs('uploads_sweep', 'given_up')).toBe(1);
  expect(jobs('(unknown)', 'waiting')).toBe(1);
  expect(
    metricValue(metrics, 'lamplight_jobs_oldest_seconds', { task: '(unknown)' }),
  ).toBeGreaterThan(0);
  for (const task of Object.keys(JOBS.tasks)) expect(jobs(task, 'waiting'), task).toBe(0);
  expect(metricValue(metrics, 'lamplight_job_fetches_total', { outcome: 'done' })).toBeGreaterThan(
    0,
  );
  expect(metricValue(metrics, 'lamplight_ticks_total', { outcome: 'done' })).toBeGreaterThan(0);
});

test('the last integrity run, the review queues and the build are exported', () => {
  const last = metricValue(metrics, 'lamplight_integrity_last_run_timestamp_seconds') ?? 0;
  expect(Math.abs(Date.now() / 1000 - last)).toBeLessThan(60);
  expect(metricValue(metrics, 'lamplight_integrity_differences')).toBe(0);
  expect(metricValue(metrics, 'lamplight_reviews_waiting', { queue: 'posts' })).toBe(0);
  const { version } = JSON.parse(read('package.json'));
  expect(metricValue(metrics, 'lamplight_build_info', { version, role: 'both' })).toBe(1);
  for (const gauge of ['jobs', 'integrity', 'reviews'])
    expect(metricValue(metrics, 'lamplight_site_gauges_readable', { gauge }), gauge).toBe(1);
});

test('requests in flight are counted, and uploads among them', async () => {
  const { access } = await registerBearer(site.url);
  const hanging = request(`${site.url}/api/posts/upload-image`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1000,
    },
  });
  hanging.on('error', () => {}).flushHeaders();
  await waitFor(async () => metricValue(await scrape(), 'lamplight_uploads_in_flight') === 1);
  expect(metricValue(await scrape(), 'lamplight_http_in_flight')).toBe(1);
  hanging.destroy();
  await waitFor(async () => metricValue(await scrape(), 'lamplight_http_in_flight') === 0);
});

test('passwords are counted while they are hashed', async () => {
  const wrong = { email: 'unknown@example.org', password: 'not the password', transport: 'bearer' };
  let most = 0;
  let done = false;
  const tries = Promise.all(
    Array.from({ length: 20 }, () => send(site.url, 'POST', '/api/auth/login', { body: wrong })),
  ).then(() => {
    done = true;
  });
  while (!done) {
    most = Math.max(most, metricValue(await scrape(), 'lamplight_password_hashes_in_flight') ?? 0);
  }
  await tries;
  expect(most).toBeGreaterThan(0);
  expect(metricValue(await scrape(), 'lamplight_password_hashes_in_flight')).toBe(0);
});

test('gauges that cannot be read are left out and reported as unreadable; the others stay', async () => {
  await database.sql('alter table integrity_run rename to integrity_run_away');
  try {
    await waitFor(async () => {
      metrics = await scrape();
      return metricValue(metrics, 'lamplight_site_gauges_readable', { gauge: 'integrity' }) === 0;
    });
    expect(metricValue(metrics, 'lamplight_integrity_last_run_timestamp_seconds')).toBeUndefined();
    expect(metricValue(metrics, 'lamplight_integrity_differences')).toBeUndefined();
    expect(metricValue(metrics, 'lamplight_jobs')).toBeDefined();
  } finally {
    await database.sql('alter table integrity_run_away rename to integrity_run');
  }
  await waitFor(async () => {
    metrics = await scrape();
    return metricValue(metrics, 'lamplight_site_gauges_readable', { gauge: 'integrity' }) === 1;
  });
});

test('only workers export site-wide gauges; web processes and workers have a health check', async () => {
  const port = await freePort();
  await startWeb(database.url, { METRICS_PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const found = parseMetrics((await send(url, 'GET', '/metrics')).text);
  expect(found.has('lamplight_http_request_seconds')).toBe(true);
  expect(found.has('lamplight_jobs')).toBe(false);
  expect(await send(url, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await send(url, 'GET', '/')).status).toBe(404);
});

test('docs/metrics.md lists exactly the exported metrics, with kind, labels and meaning', () => {
  const own = [...metrics.values()].filter(({ name }) => name.startsWith('lamplight_'));
  const rows = own.map(({ name, kind, help, labels }) => {
    const shown = [...labels].filter((label) => label !== 'le').map((label) => `\`${label}\``);
    return `| \`${name}\` | ${kind} | ${shown.join(', ')} | ${help} |`;
  });
  const listed = read('docs/metrics.md')
    .split('\n')
    .filter((line) => line.startsWith('| `lamplight_') && line.split('|').length === 6);
  expect(listed.sort()).toEqual(rows.sort());
});

test('every alert and every panel queries metrics and labels that exist', () => {
  const recorded = new Set(rules.map((rule) => rule.record).filter(Boolean));
  const queries = [
    ...rules.map((rule) => ({ where: rule.alert ?? rule.record ?? '', expr: rule.expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
    ),
  ];
  const wrong = queries.flatMap(({ where, expr }) =>
    unknownIn(expr, recorded).map((one) => `${where}: ${one}`),
  );
  expect(queries.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
  expect(unknownIn('sum by (nolabel) (lamplight_jobs{tusk="x"})', recorded)).toEqual([
    'lamplight_jobs has no label tusk',
    'nothing has a label nolabel',
  ]);
  expect(unknownIn('rate(lamplight_nothing_total[5m])', recorded)).toEqual([
    'no lamplight_nothing_total',
  ]);
});

function unknownIn(expr: string, recorded: Set<string | undefined>): string[] {
  const { metrics: names, grouped } = parsePromql(expr);
  const found: string[] = [];
  const available = new Set(SCRAPED);
  for (const { name, labels } of names) {
    const metric = metrics.get(name) ?? metrics.get(withoutPart(name));
    if (!metric && !recorded.has(name) && name !== OF_TARGET) found.push(`no ${name}`);
    for (const label of metric?.labels ?? []) available.add(label);
    for (const label of labels)
      if (metric && !metric.labels.has(label) && !SCRAPED.includes(label))
        found.push(`${name} has no label ${label}`);
  }
  for (const label of grouped)
    if (!available.has(label)) found.push(`nothing has a label ${label}`);
  return found;
}

test('an alert has a summary, a severity, a runbook and a test', () => {
  const tested = read('deploy/prometheus/rules.test.yaml');
  for (const { alert = '', labels, annotations } of alerts) {
    const anchor = alert
      .replace('Lamplight', '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase();
    expect(['page', 'ticket'], alert).toContain(labels?.severity);
    expect(annotations?.summary, alert).toBeTruthy();
    expect(annotations?.runbook_url).toBe(`${RUNBOOKS}#alert-${anchor}`);
    expect(read('docs/operations.md'), alert).toContain(`### alert: ${anchor}\n`);
    expect(tested, alert).toMatch(new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:`));
  }
});

test.skipIf(!hasBinary('promtool'))(
  'promtool accepts the rules and the example, and every alert fires where it should',
  { timeout: 300_000 },
  () => {
    const promtool = (...args: string[]) =>
      spawnSync(findBinary('promtool', 'prometheus'), args, {
        encoding: 'utf8',
        cwd: 'deploy/prometheus',
      });
    for (const args of [
      ['check', 'rules', 'rules.yaml'],
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'rules.test.yaml'],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect(status, stdout + stderr).toBe(0);
    }
  },
);

test('no label contains user input', () => {
  const series = [...metrics.values()].flatMap((metric) => metric.series);
  const values = series.flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => /@|example|[0-9a-f]{8}-/.test(value))).toEqual([]);
  expect(series.length).toBeLessThan(2000);
});
