import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { ACCEPT, PICTURES_PER_POST_MAX } from '../../src/foreign-pictures/rules.ts';
import { measureFetches } from '../../src/platform/metrics/fetches.ts';
import { createFileFetcher, FETCH_MS } from '../../src/platform/outbound/fetch-file.ts';
import { isPublicTarget } from '../../src/platform/outbound/target.ts';
import { sweepUploads } from '../../src/uploads/actions.ts';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Client } from '../support/client.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { MISBEHAVIOURS, startMisbehavingProxy, TOLERATED } from '../support/misbehaving-proxy.ts';
import { pictureOf } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';

const HOST = '127.0.0.3';
const PICTURE = await pictureOf('jpeg', 320, 200);
const pages = new Map<string, (response: ServerResponse) => void>();
let served = 0;
const server = createServer((request, response) => {
  served++;
  const page = pages.get(request.url ?? '');
  if (page) page(response);
  else
    response.writeHead(200, { 'content-length': PICTURE.length, connection: 'close' }).end(PICTURE);
});
await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
const behind = { address: HOST, port: (server.address() as AddressInfo).port };
const proxy = await startMisbehavingProxy(HOST, behind);
atEnd(() => server.closeAllConnections());
atEnd(() => server.close());

/** As in production, except that one name leads to one server on this machine. */
const options = {
  userAgent: 'tests',
  accept: ACCEPT,
  resolve: async (hostname: string) => (hostname === 'pictures.example' ? [HOST] : []),
  isReachable: (address: string, port: number) =>
    (address === HOST && reachable.includes(port)) || isPublicTarget(address, port),
};
const reachable = [behind.port, proxy.port];
const world = await createWorld({}, ({ ctx }) => {
  ctx.fetchFile = createFileFetcher(options);
});
const author = await world.member({ exp: 600 });

beforeEach(() => {
  pages.clear();
  proxy.behave(null);
});

async function newPost(by: Client): Promise<number> {
  const draft = { title: '搬家', body: '<p>灯火可亲。</p>', draft: true };
  return (await by.post('/api/studio/posts', draft)).body.id;
}

const at = (path: string, port = behind.port) => `http://pictures.example:${port}${path}`;
const fetchFor = (post_id: number, url: string, by = author) =>
  by.post('/api/uploads/fetch', { url, post_id }, { once: true });
const slots = async (post: number) =>
  (await world.sql('select upload_id from foreign_picture where post_id = $1', [post])).map(
    (row) => row['upload_id'],
  );

test('Foreign pictures: the server fetches one, converts it like an upload, and the post shows it', async () => {
  const post = await newPost(author);
  const { status, body } = await fetchFor(post, at('/a.jpg'));
  expect([status, body.content_type, body.width, body.height]).toEqual([
    201,
    'image/jpeg',
    320,
    200,
  ]);
  expect(body.url).toMatch(/^\/uploads\/post\/.*\.jpg$/);
  const saved = await author.put(`/api/studio/posts/${post}`, {
    title: '搬家',
    body: `<figure><img src="${body.url}" alt="窗"></figure>`,
    version: 1,
    draft: true,
  });
  expect(saved.body.body).toContain(body.url);
  expect((await author.get(body.url)).status).toBe(200);
});

test('Foreign pictures: the same address is fetched once for a post', async () => {
  const post = await newPost(author);
  const first = await fetchFor(post, at('/once.jpg'));
  const before = served;
  const second = await fetchFor(post, at('/once.jpg'));
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(served).toBe(before);
  expect(await slots(post)).toHaveLength(1);
  // Once the unused picture is swept, it can be fetched again.
  await world.sql("update upload set created_at = created_at - interval '2 days' where id = $1", [
    first.body.id,
  ]);
  await sweepUploads(world.ctx);
  expect(await slots(post)).toEqual([]);
  expect((await fetchFor(post, at('/once.jpg'))).status).toBe(201);
});

test('Foreign pictures: an idempotent retry gets the same reply, and waits for no other site in a transaction', async () => {
  const post = await newPost(author);
  let hasTransaction = true;
  pages.set('/slow.jpg', (response) => {
    void world
      .sql(
        "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      )
      .then((rows) => {
        hasTransaction = rows.length > 0;
        response.end(PICTURE);
      });
  });
  const send = () =>
    author.post(
      '/api/uploads/fetch',
      { url: at('/slow.jpg'), post_id: post },
      { headers: { 'idempotency-key': 'one' } },
    );
  const [first, second] = [await send(), await send()];
  expect(hasTransaction).toBe(false);
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('A02, A03 only the author of a post fetches for it: others see no difference to a missing post', async () => {
  const post = await newPost(author);
  const other = await world.member({ exp: 600 });
  const before = served;
  const [others, missing] = [
    await fetchFor(post, at('/b.jpg'), other),
    await fetchFor(999_999, at('/b.jpg'), other),
  ];
  expect([others.status, missing.status]).toEqual([404, 404]);
  expect((await fetchFor(post, at('/b.jpg'), world.visitor())).status).toBe(401);
  expect(served).toBe(before);
});

test('Foreign pictures: fifty a post, however many are requested at once', async () => {
  const post = await newPost(author);
  await world.sql(
    `insert into foreign_picture (post_id, slot, address, started_at)
     select $1, slot, sha256(slot::text::bytea), now() from generate_series(1, $2::int) slot`,
    [post, PICTURES_PER_POST_MAX - 1],
  );
  const replies = await Promise.all(
    ['/1.jpg', '/2.jpg', '/3.jpg'].map((path) => fetchFor(post, at(path))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const refused = replies.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ code: 'too_many_pictures', limit: PICTURES_PER_POST_MAX });
  expect(await slots(post)).toHaveLength(PICTURES_PER_POST_MAX);
  // Slots of processes that died are given back when none is left.
  world.wait(61);
  expect((await fetchFor(post, at('/4.jpg'))).status).toBe(201);
  expect(await slots(post)).toHaveLength(2);
  await expect(
    world.sql("insert into foreign_picture values ($1, 51, sha256(''), null, now())", [post]),
  ).rejects.toThrow('foreign_picture_slot');
});

test('Foreign pictures: a failure gives its slot back, and so does a process that died', async () => {
  const post = await newPost(author);
  pages.set('/gone.jpg', (response) => void response.writeHead(404).end());
  const refused = await fetchFor(post, at('/gone.jpg'));
  expect([refused.status, refused.body.code]).toEqual([422, 'picture_unreachable']);
  expect(await slots(post)).toEqual([]);

  const hash = 'insert into foreign_picture select $1, 7, sha256($2::bytea), null, $3';
  await world.sql(hash, [post, at('/died.jpg'), world.ctx.now()]);
  expect((await fetchFor(post, at('/died.jpg'))).body.code).toBe('request_in_progress');
  world.wait(61);
  expect((await fetchFor(post, at('/died.jpg'))).status).toBe(201);
  expect(await slots(post)).toHaveLength(1);
});

test('A43 A38 what is no picture for an upload is none here: a bomb, a broken file, SVG', async () => {
  const post = await newPost(author);
  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#000' },
  })
    .png()
    .toBuffer();
  pages.set('/bomb.png', (response) => void response.end(bomb));
  pages.set('/broken.jpg', (response) => void response.end(PICTURE.subarray(0, 400)));
  pages.set('/x.svg', (response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const codes = [];
  for (const path of ['/bomb.png', '/broken.jpg', '/x.svg'])
    codes.push((await fetchFor(post, at(path))).body.code);
  expect(codes).toEqual(['image_too_large', 'image_broken', 'not_a_picture']);
  expect(await slots(post)).toEqual([]);
});

test('A43 the refusal reveals nothing about the target, in both languages', async () => {
  const post = await newPost(author);
  const urls = ['http://10.0.0.7/x', 'http://inner.example/x', 'http://localhost:5432/'];
  const bodies = await Promise.all(
    urls.map(async (url) => {
      const { body } = await fetchFor(post, url);
      return JSON.stringify({ ...body, instance: undefined, request_id: undefined });
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain('picture_address');
});

test('A42 one member fetches three at once and a limited number an hour; the site can switch it off', async () => {
  const limited = await createWorld({ LIMIT_FETCHES: '5/3600' }, ({ ctx }) => {
    ctx.fetchFile = createFileFetcher(options);
  });
  const writer = await limited.member({ exp: 600 });
  const post = await newPost(writer);
  const waiting: ServerResponse[] = [];
  for (const path of ['/w1', '/w2', '/w3'])
    pages.set(path, (response) => void waiting.push(response));
  const running = ['/w1', '/w2', '/w3'].map((path) => fetchFor(post, at(path), writer));
  await until(() => waiting.length === 3);
  const fourth = await fetchFor(post, at('/w4'), writer);
  expect([fourth.status, fourth.body.code]).toEqual([429, 'rate_limited']);
  for (const response of waiting) response.end(PICTURE);
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await fetchFor(post, at('/w5'), writer)).status).toBe(201);
  expect((await fetchFor(post, at('/w6'), writer)).status).toBe(429);

  const off = await createWorld({ PICTURE_FETCH: 'false' });
  const other = await off.member({ exp: 600 });
  const { status, body } = await fetchFor(await newPost(other), at('/x'), other);
  expect([status, body.code]).toEqual([409, 'picture_fetch_off']);
});

const SLOW = /silent|stalls|moment|headers without end/;
const TOO_LARGE = /more than the limit|chunks without end/;
const CODES: [pattern: RegExp, code: string][] = [
  [SLOW, 'picture_too_slow'],
  [TOO_LARGE, 'picture_too_large'],
  [/less than it sends/, 'image_broken'],
  [/into the network/, 'picture_address'],
  [/page of its own/, 'not_a_picture'],
];

test('A43 the whole journey through a proxy that misbehaves: every case ends in time and in its refusal, and nothing is left', {
  timeout: 120_000,
}, async () => {
  const post = await newPost(author);
  const files = () => readdirSync(world.ctx.config.STORAGE_DIR, { recursive: true }).length;
  const uploads = async () => (await world.sql('select from upload')).length;
  await fetchFor(post, at('/warm.jpg', proxy.port));
  const [filesBefore, uploadsBefore] = [files(), await uploads()];
  const rssBefore = process.memoryUsage.rss();
  const outcomes: Record<string, string> = {};
  for (const [name, misbehave] of Object.entries(MISBEHAVIOURS)) {
    proxy.behave(misbehave);
    const since = performance.now();
    const { body } = await fetchFor(post, at('/x.png', proxy.port));
    outcomes[name] = body.code;
    expect(performance.now() - since, name).toBeLessThan(FETCH_MS + 1_500);
    // The fetcher has closed its side, whatever the proxy does.
    await until(() => [...proxy.open].every((socket) => socket.readableEnded || socket.destroyed));
    for (const socket of proxy.open) socket.destroy();
    // The process is healthy, and the proxy recovers.
    proxy.behave(null);
    expect((await world.visitor().get('/healthz')).status, name).toBe(200);
  }
  const expected = Object.keys(MISBEHAVIOURS).map((name) => [
    name,
    CODES.find(([pattern]) => pattern.test(name))?.[1] ?? 'picture_unreachable',
  ]);
  expect(outcomes).toEqual(Object.fromEntries(expected));
  expect(await slots(post)).toHaveLength(1);
  expect([files(), await uploads()]).toEqual([filesBefore, uploadsBefore]);
  expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(100_000_000);
  for (const [name, misbehave] of Object.entries(TOLERATED)) {
    proxy.behave(misbehave);
    const { status } = await fetchFor(post, at(`/${encodeURIComponent(name)}`, proxy.port));
    expect(status, name).toBe(201);
  }
  proxy.behave(null);
  expect((await fetchFor(post, at('/x.png', proxy.port))).status).toBe(201);
});

test('Foreign pictures: whoever cancels closes the connection at once and gets the slot back', async () => {
  const site = await createWorld({}, ({ ctx }) => {
    ctx.fetchFile = createFileFetcher(options);
  });
  const writer = await site.member({ exp: 600 });
  const post = await newPost(writer);
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' });
  proxy.behave(() => {});
  const cookie = [...writer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const cancelled = new AbortController();
  const request = fetch(`${url}/api/uploads/fetch`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': writer.cookies.get('csrf') ?? '',
    },
    body: JSON.stringify({ url: at('/x.png', proxy.port), post_id: post }),
    signal: cancelled.signal,
  });
  await until(() => proxy.open.size > 0);
  cancelled.abort();
  await expect(request).rejects.toThrow();
  await until(() => [...proxy.open].every((socket) => socket.readableEnded || socket.destroyed));
  await until(
    async () =>
      (await site.sql('select from foreign_picture where post_id = $1', [post])).length === 0,
  );
});

test.skipIf(!hasBinary('openssl'))(
  'A43 a certificate that nobody vouches for, or of another name, is refused, whatever the environment allows',
  async () => {
    const directory = emptyDirectory();
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    execFileSync(
      findBinary('openssl', 'openssl'),
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x -addext subjectAltName=DNS:other.example -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    const tls = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_, response) => response.end(PICTURE),
    );
    await new Promise<void>((resolve) => tls.listen(0, HOST, resolve));
    atEnd(() => tls.close());
    const { port } = tls.address() as AddressInfo;
    reachable.push(port);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const post = await newPost(author);
    const { body } = await fetchFor(post, `https://pictures.example:${port}/x.png`);
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(body.code).toBe('picture_unreachable');
  },
);

test('Foreign pictures: the metrics count outcomes and time', async () => {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  const measured = measureFetches(registry, createFileFetcher(options));
  const rules = { bytes_max: 1_000_000, accepts: () => true };
  await measured(at('/m.jpg'), rules);
  await measured('http://10.0.0.1/', rules).catch(() => {});
  const text = await registry.metrics();
  expect(text).toContain('lamplight_picture_fetches_total{outcome="fetched"} 1');
  expect(text).toContain('lamplight_picture_fetches_total{outcome="address"} 1');
  expect(text).toContain('lamplight_picture_fetches_total{outcome="slow"} 0');
  expect(text).toContain('lamplight_picture_fetch_seconds_count 2');
});
