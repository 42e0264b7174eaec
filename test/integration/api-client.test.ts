import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import packageManifest from '../../package.json' with { type: 'json' };
import type { Connection, ConnectOptions } from '../../packages/client/src/connect.ts';
import type * as connectionErrorModule from '../../packages/client/src/connection-error.ts';
import type { CallOptions } from '../../packages/client/src/open.ts';
import type * as pagesModule from '../../packages/client/src/pages.ts';
import type * as problemModule from '../../packages/client/src/problem.ts';
import type { Input } from '../../packages/client/src/request.ts';
import { Session } from '../../packages/client/src/session.ts';
import { buildApiClient } from '../../scripts/build-api-client.ts';
import { JOBS } from '../../src/jobs.ts';
import { freePort } from '../../src/local/free-port.ts';
import { REFUSALS } from '../../src/refusals.ts';
import { atEnd } from '../support/cleanup.ts';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.ts';
import { createWorld, PASSWORD } from '../support/world.ts';
import { unzip } from '../support/zip.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** Starting a compiler is slow on a busy machine. */
const COMPILING = { timeout: 60_000 };

type Used =
  | 'changePassword'
  | 'createApiToken'
  | 'createPost'
  | 'downloadExport'
  | 'getExport'
  | 'getOwnProfile'
  | 'listOwnPosts'
  | 'listPosts'
  | 'logIn'
  | 'logOut'
  | 'requestExport'
  | 'uploadPostImage';

/** Untyped: these tests run the calls; the types are compiled below. */
type Client = typeof connectionErrorModule &
  typeof pagesModule &
  typeof problemModule & {
    connect(options: ConnectOptions): Promise<
      Connection &
        // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
        Record<Used, (input?: Input, options?: CallOptions) => Promise<any>>
    >;
  };

const consumer = await installPackage();
const { connect, LamplightConnectionError, LamplightProblem, pages } = (await import(
  pathToFileURL(join(consumer, 'node_modules/@lamplight/client/dist/client.js')).href
)) as Client;

const world = await createWorld();
const listening = await world.app.listen({ host: '127.0.0.1', port: 0 });

/** Another project with this package installed as npm would. */
async function installPackage(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-consumer-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const installed = join(directory, 'node_modules/@lamplight/client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, 'packages/client/package.json'), join(installed, 'package.json'));
  await buildApiClient(installed);
  symlinkSync(join(ROOT, 'node_modules/@types'), join(directory, 'node_modules/@types'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  return directory;
}

async function compile(name: string, source: string): Promise<string> {
  writeFileSync(join(consumer, name), source);
  const options = ['--module', 'node16', '--target', 'es2022', '--types', 'node'];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  return run(process.execPath, [TSC, '--noEmit', ...options, ...strict, name], {
    cwd: consumer,
  }).then(
    () => 'no errors',
    ({ stdout }) => stdout,
  );
}

async function newMember() {
  const { email } = await world.member({ exp: 100 });
  const proxy = await startFlakyProxy(listening);
  const site = await connect({ url: proxy.url, email, password: PASSWORD });
  proxy.seen.length = 0;
  return { email, proxy, site };
}

const refreshes = (proxy: FlakyProxy) =>
  proxy.seen.filter(({ path }) => path === '/api/auth/refresh').length;

const post = (title: string) => ({ body: { title, body: '<p>text</p>' } });

test('the ten-line example compiles against the package and works', COMPILING, async () => {
  const example = readFileSync(join(ROOT, 'examples/ten-lines.ts'), 'utf8');
  expect(example.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
  expect(await compile('ten-lines.ts', example)).toBe('no errors');
  const { email } = await world.member({ exp: 100 });
  const { stdout } = await run(process.execPath, ['ten-lines.ts'], {
    cwd: consumer,
    env: { SITE: listening, EMAIL: email, PASSWORD },
  });
  expect(stdout).toMatch(/^.+: 写得真好。\n$/);
  const guide = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  expect(guide).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});

test('a wrong field, a missing one and a wrong code do not compile', COMPILING, async () => {
  const lines = [
    "import { connect, LamplightProblem, pages } from '@lamplight/client';",
    "import type { Post, PostSummary } from '@lamplight/client';",
    "const site = await connect({ url: 'http://localhost' });",
    'export const summaries: AsyncGenerator<PostSummary> = pages(site.listPosts);',
    'export const post: Post = await site.getPost({ path: { id: 1 } });',
    '// @ts-expect-error a title is text',
    "await site.createPost({ body: { title: 1, body: '' } });",
    '// @ts-expect-error there is no such field',
    "await site.createPost({ body: { title: '', body: '', surprise: true } });",
    '// @ts-expect-error which post?',
    'await site.getPost();',
    '// @ts-expect-error not an order there is',
    "pages(site.listPosts, { query: { order: 'oldest' } });",
    '// @ts-expect-error no list',
    'pages(site.getPost, { path: { id: 1 } });',
    '// @ts-expect-error no such code',
    "export const is = (e: LamplightProblem) => e.code === 'rate_limitd';",
    '// @ts-expect-error a password belongs to an address',
    "await connect({ url: 'http://localhost', password: 'x' });",
  ];
  expect(await compile('wrong.ts', lines.join('\n'))).toBe('no errors');
  const unmarked = lines.filter((line) => !line.startsWith('// @ts-expect-error'));
  expect((await compile('unmarked.ts', unmarked.join('\n'))).match(/error TS/g)).toHaveLength(7);
});

test('the client sends `read-after`, so that it reads its own writes', async () => {
  const { proxy, site } = await newMember();
  const brought = () => proxy.seen.map(({ headers }) => headers['read-after']);
  const headers = (position: string) => ({
    'content-type': 'application/json',
    'read-after': position,
  });
  await site.listPosts();
  proxy.failNext({ status: 201, headers: headers('900'), body: '{}' });
  await site.createPost(post('一'));
  await site.listPosts();
  // A response that arrives late does not move the position back.
  proxy.failNext({ status: 422, headers: headers('1000'), body: '{}' });
  await site.createPost(post('二')).catch(() => {});
  proxy.failNext({ status: 201, headers: headers('950'), body: '{}' });
  await site.createPost(post('三'));
  await site.listPosts();
  expect(brought()).toEqual([undefined, undefined, '900', '900', '1000', '1000']);
});

test('the package has a function for every operation but streams and what is deprecated, every error code, and no dependencies', async () => {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const operations = Object.values<Record<string, { operationId: string; deprecated?: true }>>(
    paths,
  ).flatMap((methods) => Object.values(methods));
  const called = operations.filter(
    (one) => !one.deprecated && !JSON.stringify(one).includes('text/event-stream'),
  );
  const ids = called.map(({ operationId }) => operationId);
  const site = await connect({ url: listening });
  expect(Object.keys(site).sort()).toEqual(ids.sort());

  const built = join(consumer, 'node_modules/@lamplight/client/dist');
  const codes = readFileSync(join(built, 'problem-code.d.ts'), 'utf8');
  for (const code of Object.keys(REFUSALS)) expect(codes).toContain(`'${code}'`);
  const imports = readdirSync(built)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => readFileSync(join(built, name), 'utf8').match(/from '.*'/g) ?? []);
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((one) => !one.startsWith("from './"))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.version).toBe(packageManifest.version);
});

test('concurrent calls with an expired access token refresh it once, and all succeed', async () => {
  const { proxy, site } = await newMember();
  const before = site.tokens;
  world.wait(31 * 60);
  const responses = await Promise.all(Array.from({ length: 8 }, () => site.getOwnProfile()));
  expect(new Set(responses.map(({ uid }) => uid)).size).toBe(1);
  expect(refreshes(proxy)).toBe(1);
  expect(site.tokens?.access_token).not.toBe(before?.access_token);
});

test('after a session ended, every call fails once and no call refreshes again', async () => {
  const { email, proxy, site } = await newMember();
  await world.sql(
    `update session set ended_at = now(), end_reason = 'logout'
       from users where users.uid = session.uid and email = $1`,
    [email],
  );
  const ended = { name: 'LamplightProblem', status: 401, code: 'login_required' };
  await expect(site.getOwnProfile()).rejects.toMatchObject(ended);
  expect(proxy.seen).toHaveLength(2);
  // Also on routes that anonymous visitors may read.
  await expect(site.listPosts()).rejects.toMatchObject(ended);
  expect(proxy.seen).toHaveLength(2);
  await site.logIn({ body: { email, password: PASSWORD, transport: 'bearer' } });
  expect(await site.getOwnProfile()).toMatchObject({ uid: expect.any(Number) });
});

test('a token that is refused again after a refresh fails the call, without a loop', async () => {
  const { proxy, site } = await newMember();
  const refused = { status: 401, headers: { 'content-type': 'application/problem+json' } };
  const body = JSON.stringify({ code: 'unauthenticated', status: 401, detail: 'no' });
  world.wait(31 * 60);
  proxy.failNext({ ...refused, body });
  const calling = site.getOwnProfile();
  await expect(calling).resolves.toBeDefined();
  proxy.seen.length = 0;
  const access = {
    token: 'v2.1.unknown.1.nothing',
    refresh_token: site.tokens?.refresh_token ?? '',
  };
  const other = await connect({ url: proxy.url, ...access, fetch: alwaysRefused });
  await expect(other.getOwnProfile()).rejects.toMatchObject({ code: 'unauthenticated' });

  function alwaysRefused(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (String(url).endsWith('/refresh')) return fetch(url, init);
    proxy.failNext({ ...refused, body });
    return fetch(url, init);
  }
  expect(proxy.seen.map(({ path }) => path)).toEqual([
    '/api/settings/profile',
    '/api/auth/refresh',
    '/api/settings/profile',
  ]);
});

test('tokens with a known expiry are refreshed before they expire', async () => {
  let renewals = 0;
  const session = new Session(async () => {
    renewals++;
    session.adopt(opened('second', 60), Date.now());
  });
  const opened = (access_token: string, seconds: number) => ({
    access_token,
    refresh_token: 'r',
    access_expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
  });
  session.adopt(opened('first', 5), Date.now());
  expect([await session.access(), renewals]).toEqual(['second', 1]);
  expect([await session.access(), renewals]).toEqual(['second', 1]);
});

test('after a password change the client uses the tokens of that response', async () => {
  const { email, site } = await newMember();
  const new_password = 'another horse battery';
  await site.changePassword({ body: { current_password: PASSWORD, new_password } });
  expect(await site.getOwnProfile()).toMatchObject({ uid: expect.any(Number) });
  const again = await connect({ url: listening, email, password: new_password });
  await again.logOut();
  expect(again.tokens).toBeUndefined();
});

test('saved tokens reconnect without a password', async () => {
  const { site } = await newMember();
  const { access_token, refresh_token } = site.tokens ?? {};
  const saved = { token: access_token ?? '', refresh_token: refresh_token ?? '' };
  const again = await connect({ url: listening, ...saved });
  world.wait(31 * 60);
  expect(await again.getOwnProfile()).toMatchObject({ uid: expect.any(Number) });
});

test('D70 an API token connects without a log-in, and a missing scope is a refusal of the site', async () => {
  const { site } = await newMember();
  const { token } = await site.createApiToken({
    body: { name: 'backup', scopes: ['read', 'studio'], expires_in_days: null },
  });
  const program = await connect({ url: listening, token });
  await program.createPost(post('by a program'));
  world.wait(31 * 60);
  expect((await program.listOwnPosts()).items).toHaveLength(1);
  await expect(program.changePassword({ body: { new_password: PASSWORD } })).rejects.toMatchObject({
    code: 'token_refused',
    status: 403,
  });
});

test.each(['drop the response', 'cut the response in half'] as const)(
  'a write whose response is lost happens once, and the retry gets its response: %s',
  async (mishap) => {
    const { proxy, site } = await newMember();
    proxy.failNext(mishap);
    const made = await site.createPost(post('cut off'));
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const { items } = await site.listOwnPosts();
    expect(items.map(({ id }: { id: number }) => id)).toEqual([made.id]);

    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fa0' } })
      .png()
      .toBuffer();
    proxy.failNext(mishap);
    const uploaded = await site.uploadPostImage({ body: { file: new Blob([png]) } });
    expect(uploaded).toMatchObject({ width: 8, height: 8, content_type: 'image/png' });
    expect(await world.sql('select from upload where uid = $1', [made.author.uid])).toHaveLength(1);
  },
);

test('two calls have two idempotency keys, and a key given by the caller is used', async () => {
  const { proxy, site } = await newMember();
  await site.createPost(post('one'));
  await site.createPost(post('two'));
  const [one, two] = proxy.seen.map(({ headers }) => headers['idempotency-key']);
  expect(one).not.toBe(two);
  const mine = { idempotency_key: 'import-42' };
  const first = await site.createPost(post('three'), mine);
  expect(await site.createPost(post('three'), mine)).toEqual(first);
  await expect(site.createPost(post('four'), mine)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

const busy = (status: number, after: string) => ({ status, headers: { 'retry-after': after } });

test.each([429, 503])(
  'a %d is retried after its Retry-After, a write with its key',
  async (status) => {
    const { proxy, site } = await newMember();
    proxy.failNext(busy(status, '1'), busy(status, new Date(Date.now() + 500).toUTCString()));
    const started = performance.now();
    await site.createPost(post('patient'));
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
    expect((await site.listOwnPosts()).items).toHaveLength(1);
  },
);

test('retries have a limit of their number and of their time, and can be switched off', async () => {
  const { email, proxy, site } = await newMember();
  proxy.failNext(...Array.from({ length: 4 }, () => busy(503, '0')));
  await expect(site.getOwnProfile()).rejects.toMatchObject({ status: 503 });
  expect(proxy.seen).toHaveLength(4);
  // A longer wait is left to the caller.
  proxy.failNext(busy(429, '61'));
  await expect(site.getOwnProfile()).rejects.toMatchObject({ status: 429 });
  expect(proxy.seen).toHaveLength(5);

  const never = await connect({ url: proxy.url, email, password: PASSWORD, retries: 0 });
  proxy.seen.length = 0;
  proxy.failNext(busy(503, '0'), 'drop the response', {
    status: 409,
    headers: { 'retry-after': '0' },
  });
  await expect(never.getOwnProfile()).rejects.toMatchObject({ status: 503 });
  await expect(never.getOwnProfile()).rejects.toMatchObject({ code: 'connection_failed' });
  await expect(never.createPost(post('once'))).rejects.toMatchObject({ status: 409 });
  expect(proxy.seen).toHaveLength(3);
});

test('a call above a limit of the site waits, then succeeds', async () => {
  const limited = await createWorld({ LIMIT_POSTS: '1/1' });
  const proxy = await startFlakyProxy(await limited.app.listen({ host: '127.0.0.1', port: 0 }));
  const { email } = await limited.member({ exp: 100 });
  const site = await connect({ url: proxy.url, email, password: PASSWORD });
  proxy.seen.length = 0;
  await site.createPost(post('first'));
  await site.createPost(post('second'));
  expect(proxy.seen.length).toBeGreaterThanOrEqual(3);
  expect((await site.listOwnPosts()).items).toHaveLength(2);
});

test('a retry waits for a write that is still running', async () => {
  const { proxy, site } = await newMember();
  const running = { status: 409, headers: { 'retry-after': '0' } };
  proxy.failNext('drop the response', running, running, running);
  await site.createPost(post('slow'));
  expect(new Set(proxy.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(proxy.seen).toHaveLength(5);
});

test('a refusal is a LamplightProblem with its code, fields and language', async () => {
  const { proxy, site, email } = await newMember();
  const wrong = await site.createPost({ body: { title: '' } }).catch((error) => error);
  expect(wrong).toBeInstanceOf(LamplightProblem);
  expect(wrong).toMatchObject({ status: 400, code: 'invalid_input', instance: expect.any(String) });
  expect(wrong.errors).toContainEqual({ pointer: '/title', detail: expect.any(String) });

  const login = { url: proxy.url, email, password: 'not mine', language: 'en', retries: 0 };
  await expect(connect(login)).rejects.toMatchObject({
    code: 'bad_credentials',
    message: 'The e-mail address or the password is wrong.',
  });
  for (let i = 0; i < 5; i++) await connect(login).catch(() => {});
  await expect(connect(login)).rejects.toMatchObject({
    code: 'rate_limited',
    retry_after: expect.any(Number),
  });

  proxy.failNext({ status: 418, headers: { 'content-type': 'text/html' }, body: '<h1>?</h1>' });
  await expect(site.getOwnProfile()).rejects.toMatchObject({
    status: 418,
    code: 'unexpected_response',
  });
});

test('pages yields every item once, and requests the next page only when needed', async () => {
  const { proxy, site } = await newMember();
  for (let i = 1; i <= 7; i++) await site.createPost(post(`post ${i}`));
  proxy.seen.length = 0;
  const titles: string[] = [];
  for await (const { title } of pages(site.listOwnPosts, { query: { limit: 3 } }))
    titles.push(title);
  expect(titles).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `post ${n}`));
  expect(proxy.seen).toHaveLength(3);
  for await (const _ of pages(site.listOwnPosts, { query: { limit: 3 } })) break;
  expect(proxy.seen).toHaveLength(4);
});

test('an aborted call is not retried', async () => {
  const { proxy, site } = await newMember();
  const giveUp = new AbortController();
  proxy.failNext({ status: 503, headers: { 'retry-after': '5' } });
  const calling = site.getOwnProfile(undefined, { signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 100);
  const error = await calling.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LamplightConnectionError);
  expect(error).toMatchObject({ code: 'aborted', cause: { name: 'AbortError' } });
  expect(proxy.seen).toHaveLength(1);
});

test('a call without a response throws a LamplightConnectionError with its cause', async () => {
  const refused = await connect({ url: `http://127.0.0.1:${await freePort()}`, retries: 0 });
  const error = await refused.listPosts().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(LamplightConnectionError);
  expect(error).not.toBeInstanceOf(LamplightProblem);
  expect(error).toMatchObject({ code: 'connection_failed', cause: expect.any(TypeError) });
  expect(String(error)).toContain('ECONNREFUSED');

  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  atEnd(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const slow = await connect({ url: `http://127.0.0.1:${port}`, timeout_ms: 100, retries: 1 });
  await expect(slow.listPosts()).rejects.toMatchObject({
    name: 'LamplightConnectionError',
    code: 'timed_out',
  });
});

test('a page instead of JSON is an unexpected response', async () => {
  const { proxy, site } = await newMember();
  proxy.failNext({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>?</h1>' });
  await expect(site.getOwnProfile()).rejects.toMatchObject({
    name: 'LamplightProblem',
    status: 200,
    code: 'unexpected_response',
  });
});

test('downloadExport returns the file and its name, once', async () => {
  const { proxy, site } = await newMember();
  const { uid } = await site.getOwnProfile();
  await site.requestExport({ body: { password: PASSWORD } });
  const [row] = await world.sql('select key from user_export where uid = $1', [uid]);
  await JOBS.tasks['exports_make']?.(world.ctx, { uid, key: row?.['key'] });
  expect(await site.getExport()).toMatchObject({ state: 'ready' });

  proxy.failNext({ status: 503 });
  const file: File = await site.downloadExport();
  expect([file.name, file.type]).toEqual([`lamplight-${uid}.zip`, 'application/zip']);
  const files = await unzip(Buffer.from(await file.arrayBuffer()));
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ uid });
  await expect(site.downloadExport()).rejects.toMatchObject({ status: 404, code: 'not_found' });
});
