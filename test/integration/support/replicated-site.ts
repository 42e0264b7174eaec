import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../rigs/chaos/site/postgres.ts';
import { freePort } from '../../../src/local/free-port.ts';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { waitFor } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { metricValue, parseMetrics } from '../../support/metrics-text.ts';
import { mergeCookies, registerBrowser, sendWithCookies } from './cookie-jar.ts';
import { type HttpResponse, send } from './http.ts';
import { startStandby } from './standby.ts';
import { startWeb, type Web } from './web.ts';

const READERS = 6;
const AUTHOR = 'author@example.org';

/** A web process with the `lamplight_replica_…` metrics it exports. */
type Reader = Web & { metric(name: string, labels?: Record<string, string>): Promise<number> };

/** Two web processes on a primary and a standby that are clusters of their own, and an author with one post. */
export async function startReplicatedSite() {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-replica-'));
  // Run as root, the database runs as another user.
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const primary = await startPostgres(directory);
  await migrateDatabase(primary.url);
  const standby = await startStandby(directory, primary);
  const owner = openPool({ url: primary.url, role: '', size: 2, name: 'test' });
  atEnd(() => owner.end());
  const start = () => startReader(primary.url, standby.url);
  const webs: [Reader, Reader] = await Promise.all([start(), start()]);
  const [here, there] = webs;

  const metrics = (name: string, labels?: Record<string, string>) =>
    Promise.all(webs.map((web) => web.metric(name, labels)));
  const isUsed = async (used: boolean) =>
    (await metrics('in_use')).every((one) => one === Number(used));

  let jar = await registerBrowser(here.url, AUTHOR);
  await owner.query('update users set exp = 2000 where email = $1', [AUTHOR]);
  /** The author's browser: it writes through the first process and stores the cookies it gets. */
  const author = {
    read: ({ url }: Web, path: string) => sendWithCookies(jar, url, 'GET', path),
    async write(method: 'POST' | 'DELETE', path: string, body: object): Promise<HttpResponse> {
      const response = await sendWithCookies(jar, here.url, method, path, { body });
      if (response.status >= 300) throw new Error(`${response.status}: ${response.text}`);
      jar = mergeCookies(jar, response);
      return response;
    },
    async publish(title: string): Promise<number> {
      const body = { title, body: '<p>灯火</p>' };
      return (await author.write('POST', '/api/studio/posts', body)).body.id;
    },
  };
  const post = await author.publish('第一篇');

  return {
    ...{ primary, standby, owner, webs, here, there, author, post },
    untilUsed: () => waitFor(() => isUsed(true)),
    untilUnused: () => waitFor(() => isUsed(false)),
    isUnused: () => isUsed(false),
    countRepeated: async () =>
      (await metrics('reads_total', { outcome: 'repeated' })).reduce((sum, one) => sum + one),
    startReaders: () => startReaders(webs, post),
  };
}

async function startReader(url: string, replica: string): Promise<Reader> {
  const metricsPort = await freePort();
  const web = await startWeb(url, {
    DATABASE_REPLICA_URLS: replica,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    // Load shedding and the page cache have tests of their own.
    SHED_DELAY_MS: '0',
    PAGE_CACHE_MB: '0',
  });
  const metric = async (name: string, labels?: Record<string, string>) => {
    const { text } = await send(`http://127.0.0.1:${metricsPort}`, 'GET', '/metrics');
    return metricValue(parseMetrics(text), `lamplight_replica_${name}`, labels) ?? Number.NaN;
  };
  return { ...web, metric };
}

/** Visitors that read without pause from all processes; `stop` resolves to the statuses and durations they got. */
function startReaders(webs: Web[], post: number) {
  const paths = ['/api/posts', `/posts/${post}`, `/api/posts/${post}/comments`, '/'];
  const responses: { status: number; ms: number }[] = [];
  let stopped = false;
  const readers = Array.from({ length: READERS }, async (_, index) => {
    const { url } = webs[index % webs.length] as Web;
    for (let turn = index; !stopped; turn++) {
      const began = performance.now();
      const { status } = await send(url, 'GET', paths[turn % paths.length] ?? '');
      responses.push({ status, ms: performance.now() - began });
    }
  });
  return {
    async more(count: number): Promise<void> {
      const target = responses.length + count;
      await waitFor(() => responses.length >= target);
    },
    async stop() {
      stopped = true;
      await Promise.all(readers);
      return responses;
    },
  };
}
