import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { waitFor } from '../support/child.ts';
import { type CollectedSpan, startCollector } from '../support/collector.ts';
import { startSmtp } from '../support/smtp.ts';
import { PASSWORD } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { registerBearer, send } from './support/http.ts';
import { startWeb } from './support/web.ts';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const ERROR = 2;
const LOADED = 'loads OpenTelemetry';
/** Reports that the SDK is loaded. Of the API alone, prom-client loads a part in any case. */
const WATCH_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const loaded = next(url, context);
    if (String(loaded.source ?? '').includes('node_modules/@opentelemetry/sdk-trace')) console.log('${LOADED}');
    return loaded;
  } });`)}`;

const collector = await startCollector();
const smtp = await startSmtp();
const database = await openTestDatabase();
const metricsPort = await freePort();
const traced = {
  ROLE: 'both',
  LOG_LEVEL: 'info',
  LOG_READ_SAMPLE: '1',
  SHED_DELAY_MS: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  NODE_OPTIONS: WATCH_MODULES,
  TRACE_SAMPLE: '1',
};
const site = await startWeb(database.url, {
  ...smtp.settings,
  ...traced,
  METRICS_PORT: String(metricsPort),
});

const loadedSdk = site.output().includes(LOADED);

const newTrace = () => randomBytes(16).toString('hex');
const parentOf = (traceId: string, flags = '01') => `00-${traceId}-${'ab'.repeat(8)}-${flags}`;
const linksTo = (traceId: string) => (span: CollectedSpan) =>
  span.links?.some((link) => link.traceId === traceId) ?? false;

/** Sends a request and returns the span of it, which links to the trace that the request names. */
async function spanOf(request: (headers: { traceparent: string }) => Promise<unknown>) {
  const traceId = newTrace();
  await request({ traceparent: parentOf(traceId) });
  await waitFor(() => collector.spans.some(linksTo(traceId)), site.output);
  return collector.spans.find(linksTo(traceId)) as CollectedSpan;
}

test('0066 a page is one trace: the request by its route, and each statement as its child', async () => {
  const { uid, access: token } = await registerBearer(site.url);
  const span = await spanOf((headers) =>
    send(site.url, 'GET', `/space/${uid}?tab=secret`, {
      token,
      headers: { ...headers, accept: 'text/html' },
    }),
  );
  expect(span).toMatchObject({
    name: 'GET /space/:uid',
    kind: SERVER,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/space/:uid',
      'http.response.status_code': 200,
    },
    resource: {
      'service.name': 'lamplight',
      'lamplight.role': 'both',
      'deployment.environment.name': 'test',
    },
  });
  expect(span.parentSpanId ?? '').toBe('');
  const children = collector.childrenOf(span);
  const statements = children.filter(({ name }) => /^select /.test(name));
  expect(statements.length).toBeGreaterThan(2);
  for (const { kind, attributes, traceId } of statements) {
    expect([kind, traceId]).toEqual([CLIENT, span.traceId]);
    expect(attributes).toEqual({ 'db.system.name': 'postgresql' });
  }
  for (const child of children) {
    expect(BigInt(child.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect(BigInt(child.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
  }
});

test('0066 a write, its job and the mail of that job are one trace', async () => {
  const email = `traced${Date.now()}@example.org`;
  const span = await spanOf((headers) =>
    send(site.url, 'POST', '/api/auth/register', {
      headers,
      body: { email, password: PASSWORD, transport: 'bearer' },
    }),
  );
  const inTrace = (name: string) =>
    collector.inTrace(span.traceId).find((one) => one.name === name);
  await waitFor(() => inTrace('SMTP') !== undefined, site.output);
  const job = inTrace('job mail_send') as CollectedSpan;
  expect(job).toMatchObject({ kind: CONSUMER, parentSpanId: span.spanId });
  expect(job.attributes['lamplight.job.attempt']).toBe(1);
  expect(inTrace('SMTP')).toMatchObject({
    kind: CLIENT,
    parentSpanId: job.spanId,
    attributes: { 'server.address': '127.0.0.1' },
  });
  const names = collector.childrenOf(span).map(({ name }) => name);
  expect(names).toContain('commit');
  expect(names.some((name) => /^insert users/.test(name))).toBe(true);
  expect(smtp.mailsTo(email)).toHaveLength(1);
});

test('0066 a shared statement is one span that links to the requests it served', async () => {
  const { access: token } = await registerBearer(site.url);
  const isShared = (span: CollectedSpan) => (span.links?.length ?? 0) > 1;
  const shared = () => collector.named('batch').find(isShared);
  await waitFor(async () => {
    const read = () => send(site.url, 'GET', '/api/settings/sessions', { token });
    await Promise.all(Array.from({ length: 40 }, read));
    return shared() !== undefined;
  });
  const batch = shared() as CollectedSpan;
  expect(batch.attributes['lamplight.batch.size']).toBeGreaterThan(1);
  expect(collector.childrenOf(batch).map(({ kind }) => kind)).toContain(CLIENT);
  const callers = [batch.parentSpanId, ...(batch.links ?? []).map(({ spanId }) => spanId)];
  expect(new Set(callers).size).toBe(callers.length);
  await waitFor(() => callers.every((id) => collector.spans.some((one) => one.spanId === id)));
  // And back, so that a trace that only waited shows where the work is.
  const other = collector.spans.find(({ spanId }) => spanId === batch.links?.[0]?.spanId);
  expect(other?.links?.some(({ spanId }) => spanId === batch.spanId)).toBe(true);
});

test('0066 a traceparent of a visitor is linked and decides nothing; the response names the trace', async () => {
  const traceId = newTrace();
  const { headers } = await send(site.url, 'GET', '/api/levels', {
    headers: { traceparent: parentOf(traceId, '00') },
  });
  const [, own] =
    /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(String(headers['traceresponse'])) ?? [];
  expect(own).not.toBe(traceId);
  await waitFor(() => collector.inTrace(own ?? '').length > 0, site.output);
  expect(collector.inTrace(own ?? '').find(linksTo(traceId))).toBeDefined();
  expect(collector.inTrace(traceId)).toEqual([]);
});

test('0066 a trusted caller’s trace is continued, or not recorded if that one is not', async () => {
  const trusting = await startWeb(database.url, {
    ...traced,
    ROLE: 'web',
    TRACE_TRUST_CALLERS: 'true',
  });
  const [recorded, ignored] = [newTrace(), newTrace()];
  const read = (traceparent: string) =>
    send(trusting.url, 'GET', '/api/levels', { headers: { traceparent } });
  const replied = [await read(parentOf(ignored, '00')), await read(parentOf(recorded))];
  expect(replied.map(({ headers }) => headers['traceresponse'])).toEqual([
    expect.stringMatching(new RegExp(`^00-${ignored}-[0-9a-f]{16}-00$`)),
    expect.stringMatching(new RegExp(`^00-${recorded}-[0-9a-f]{16}-01$`)),
  ]);
  await waitFor(() => collector.inTrace(recorded).length > 0, trusting.output);
  expect(collector.inTrace(recorded)[0]).toMatchObject({ parentSpanId: 'ab'.repeat(8) });
  trusting.signal('SIGTERM');
  await trusting.gone;
  expect(collector.inTrace(ignored)).toEqual([]);
});

test('0066 a request that is not in the sample has no span, unless a trusted caller records its trace', async () => {
  const unsampled = await startWeb(database.url, {
    ...traced,
    ROLE: 'web',
    TRACE_SAMPLE: '0',
    TRACE_TRUST_CALLERS: 'true',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=unsampled',
  });
  const recorded = newTrace();
  const read = (headers: Record<string, string>) =>
    send(unsampled.url, 'GET', '/api/levels', { headers });
  expect((await read({})).headers['traceresponse']).toBeUndefined();
  await read({ traceparent: parentOf(recorded) });
  expect((await read({})).headers['traceresponse']).toBeUndefined();
  unsampled.signal('SIGTERM');
  await unsampled.gone;
  const exported = collector.spans.filter(
    ({ resource }) => resource['deployment.environment.name'] === 'unsampled',
  );
  expect(new Set(exported.map(({ traceId }) => traceId))).toEqual(new Set([recorded]));
});

test('0066 a page is traced when it is rendered, and not when it comes from the cache', async () => {
  const headers = { accept: 'text/html' };
  const read = () => send(site.url, 'GET', '/tags', { headers });
  const [rendered, cached] = [await read(), await read()];
  expect(rendered.headers['traceresponse']).toMatch(/^00-/);
  expect([cached.status, cached.headers['traceresponse']]).toEqual([200, undefined]);
});

test('0066 spans have no address, query, id of a member or text of anybody', async () => {
  const email = `private${Date.now()}@example.org`;
  const { uid } = await registerBearer(site.url, email);
  const span = await spanOf((headers) =>
    send(site.url, 'GET', `/space/${uid}?q=geheim`, {
      headers: { ...headers, 'user-agent': 'Spy/1' },
    }),
  );
  await spanOf((headers) =>
    send(site.url, 'POST', '/api/auth/login', {
      headers,
      body: { email, password: 'wrong password 1', transport: 'bearer' },
    }),
  );
  expect(span.name).toBe('GET /space/:uid');
  const sent = JSON.stringify(collector.spans);
  for (const secret of [email, 'geheim', 'Spy', PASSWORD, `/space/${uid}`])
    expect(sent).not.toContain(secret);
});

test('0066 log lines and the buckets of the metrics name the trace; a failure is marked', async () => {
  const span = await spanOf((headers) => send(site.url, 'GET', '/api/nothing', { headers }));
  expect(span).toMatchObject({
    name: 'GET (none)',
    attributes: { 'http.response.status_code': 404 },
  });
  expect(span.status?.code).not.toBe(ERROR);
  await waitFor(() => site.output().includes(`"trace_id":"${span.traceId}"`));
  const { text, headers } = await send(`http://127.0.0.1:${metricsPort}`, 'GET', '/metrics');
  expect(headers['content-type']).toContain('application/openmetrics-text');
  const exemplar = /lamplight_http_request_seconds_bucket\{.*\} \d+ # \{trace_id="([0-9a-f]{32})"/g;
  const named = [...text.matchAll(exemplar)].map(([, traceId = '']) => traceId);
  expect(named.length).toBeGreaterThan(0);
  for (const traceId of named) expect(collector.inTrace(traceId).length).toBeGreaterThan(0);
  expect(text).toMatch(/lamplight_job_seconds_bucket\{.*task="mail_send".*\} \d+ # \{trace_id="/);
  expect(text.endsWith('# EOF\n')).toBe(true);
});

test('0066 the collector gets the headers that it needs, at the path of traces', () => {
  for (const { path, headers } of collector.requests) {
    expect(path).toBe('/v1/traces');
    expect(headers['authorization']).toBe('Bearer abc');
  }
});

test('0066 without a collector the SDK is not loaded, and no response names a trace', async () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _none, ...off } = traced;
  const untraced = await startWeb(database.url, { ...off, ...smtp.settings });
  const { headers } = await send(untraced.url, 'GET', '/api/levels');
  expect(headers['traceresponse']).toBeUndefined();
  expect([untraced.output().includes(LOADED), loadedSdk]).toEqual([false, true]);
});
