import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { JOBS, tick } from '../../src/jobs.ts';
import { postForm } from '../../src/platform/outbound/post-form.ts';
import { isPublicAddress, PrivateAddress } from '../../src/platform/outbound/public-address.ts';
import { atEnd } from '../support/cleanup.ts';
import { createWorld } from '../support/world.ts';

/** A hub as others run it: it receives forms. */
const received: URLSearchParams[] = [];
let status = 204;
const hub = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push(new URLSearchParams(body));
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
  });
});
await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
atEnd(async () => void hub.close());
const HUB_URL = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/hub`;

const world = await createWorld({ WEBSUB_HUB_URL: HUB_URL });
const { origin } = new URL(world.ctx.config.BASE_URL);
const author = await world.member({ exp: 600 });
const reader = world.visitor();

async function publish(title: string): Promise<number> {
  const post = { title, body: '<p>灯火可亲。</p>', tags: ['夜'] };
  return (await author.post('/api/studio/posts', post)).body.id;
}

const waitingJobs = () =>
  world.sql(
    `select job.id, job.payload, job.max_attempts from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'feeds_ping' order by job.id`,
  );

async function runJobs(): Promise<void> {
  for (const { id, payload } of await waitingJobs()) {
    await JOBS.tasks['feeds_ping']?.(world.ctx, payload as never);
    await world.sql('delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}

test('WebSub: feeds name the hub, in a header and in themselves', async () => {
  const expected = `<${HUB_URL}>; rel="hub", <${origin}/feed.atom>; rel="self"`;
  // The second response comes from the page cache.
  for (let time = 0; time < 2; time++) {
    const { headers, text } = await reader.get('/feed.atom');
    expect(headers['link']).toBe(expected);
    expect(text).toContain(`<link rel="hub" href="${HUB_URL}"/>`);
  }
  expect((await reader.get('/feed.xml')).text).toContain(
    `<atom:link rel="hub" href="${HUB_URL}"/>`,
  );
  expect((await reader.get('/feed.json')).body.hubs).toEqual([{ type: 'WebSub', url: HUB_URL }]);
});

test('WebSub: the hub is notified of every feed of a new post, once, and again until it accepts', async () => {
  const [first, second] = [await publish('一'), await publish('二')];
  expect([first > 0, second > 0]).toEqual([true, true]);
  await tick(world.ctx);
  expect((await waitingJobs()).map((job) => Number(job['max_attempts']))).toEqual([8, 8, 8]);
  status = 500;
  await expect(runJobs()).rejects.toThrow('the WebSub hub returned 500');
  expect(await waitingJobs()).toHaveLength(3);
  // A redirect is not followed, and not a success.
  status = 302;
  await expect(runJobs()).rejects.toThrow('302');
  status = 202;
  received.length = 0;
  await runJobs();
  expect(received.map((form) => form.get('hub.mode'))).toEqual(Array(9).fill('publish'));
  const folders = ['', `/space/${author.uid}`, `/tags/${encodeURIComponent('夜')}`];
  const names = ['feed.xml', 'feed.atom', 'feed.json'];
  expect(received.map((form) => form.get('hub.url')).sort()).toEqual(
    folders.flatMap((folder) => names.map((name) => `${origin}${folder}/${name}`)).sort(),
  );
  await tick(world.ctx);
  expect(await waitingJobs()).toEqual([]);
});

test('WebSub: a draft is announced to nobody', async () => {
  await author.post('/api/studio/posts', { title: '草稿', body: '<p>x</p>', draft: true });
  await tick(world.ctx);
  expect(await waitingJobs()).toEqual([]);
});

test('WebSub: without a hub there is no job', async () => {
  const quiet = await createWorld();
  const writer = await quiet.member({ exp: 600 });
  await writer.post('/api/studio/posts', { title: '静', body: '<p>x</p>' });
  await tick(quiet.ctx);
  const jobs = await quiet.sql(
    "select from graphile_worker._private_tasks where identifier = 'feeds_ping'",
  );
  expect(jobs).toEqual([]);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://169.254.169.254/',
  'http://192.168.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://localhost/',
])('a request to %s is refused before it is sent', async (url) => {
  const sent = postForm(new URL(url), {}, { allowsPrivate: false });
  await expect(sent).rejects.toBeInstanceOf(PrivateAddress);
});

test('public addresses are allowed', () => {
  expect(['93.184.215.14', '2606:4700::1111'].map(isPublicAddress)).toEqual([true, true]);
});
