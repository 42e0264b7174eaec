import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSelfTest, SELF_CHECKS } from '../../src/cli/self-test/run-self-test.ts';
import { type Fault, type Passing, type Reply, startBrokenProxy } from '../support/broken-proxy.ts';
import { COMMAND } from '../support/built-programs.ts';
import { waitFor } from '../support/child.ts';
import { emptyDirectory, operatorOf } from '../support/lamplight.ts';
import { PASSWORD } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { registerBearer } from './support/http.ts';
import { startWeb } from './support/web.ts';

const database = await openTestDatabase();
const site = await startWeb(database.url, { TRUSTED_PROXIES: '127.0.0.1', SHED_DELAY_MS: '0' });
const proxy = await startBrokenProxy(site.port);
const lamplight = operatorOf({});
const RATE = 500;
/** They need a site with TLS. */
const OF_TLS = ['certificate', 'old tls', 'hsts', 'plain http'];

/** What this program made on the site. */
async function countLeft() {
  const [left] = await database.sql(`
    select (select count(*)::int from users where email like 'self-test-%' and deleted_at is null) as members,
           (select count(*)::int from post where title like 'self-test-%' and deleted_at is null) as posts`);
  return left;
}

test('self-test: a healthy site passes every check that it can make, and nothing is left', async () => {
  const { code, stdout, stderr } = await lamplight(`self-test ${proxy.url} --rate ${RATE}`);
  expect({ stderr, failed: stdout.match(/^✗.*/gm) }).toEqual({ stderr: '', failed: null });
  expect(code).toBe(0);
  const names = (mark: string) =>
    [...stdout.matchAll(new RegExp(`^${mark} ([a-z ]+): \\S`, 'gm'))].map((match) => match[1]);
  expect(names('-')).toEqual(OF_TLS);
  expect([...names('-'), ...names('✓')]).toEqual(SELF_CHECKS.map(({ name }) => name));
  const [, requests] = /(\d+) requests/.exec(stdout) ?? [];
  expect(Number(requests)).toBeLessThan(400);
  expect(await countLeft()).toEqual({ members: 0, posts: 0 });
});

const isHtml = ({ headers }: Reply) => String(headers['content-type']).includes('text/html');
const append = (reply: Reply, text: string) => {
  reply.body = Buffer.concat([Buffer.from(reply.body), Buffer.from(text)]);
};
const text = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});
const setHeader = (headers: Reply['headers'], name: string, value: string) => {
  headers[name] = value;
};
const isWrite = ({ method }: Passing) => method === 'POST';

/** Pages by address, as a cache stores them that ignores cookies and other headers. */
function storeAll(): Fault {
  const stored = new Map<string, Reply>();
  return {
    reply: ({ method, path }) =>
      method === 'GET' && path.startsWith('/?') ? stored.get(path) : undefined,
    response(reply, { method, path, headers }) {
      if (method !== 'GET' || !path.startsWith('/?')) return;
      const host = headers['x-forwarded-host'];
      if (host) append(reply, `<a href="${host}">`);
      stored.set(path, { ...reply });
    },
  };
}

/** Log-in is slower for those who have registered. */
function slowForMembers(): Fault {
  const known = new Set<string>();
  return {
    async response(_, { path, body }) {
      const { email } = path.startsWith('/api/auth/') && body.length ? JSON.parse(`${body}`) : {};
      if (path === '/api/auth/register') known.add(email);
      if (path === '/api/auth/login' && !known.has(email)) await sleep(300);
    },
  };
}

/** Everybody reads with the cookies of the first who wrote a draft. */
function shareSession(): Fault {
  let cookie: string | undefined;
  return {
    request(passing) {
      if (isWrite(passing) && passing.path === '/api/studio/posts')
        cookie ??= passing.headers.cookie;
      if (
        cookie &&
        /^\/(api\/)?(posts|studio|admin)/.test(passing.path) &&
        passing.method === 'GET'
      )
        passing.headers.cookie = cookie;
    },
  };
}

const FAULTS: Record<string, Fault> = {
  'security headers': { response: ({ headers }) => void delete headers['x-content-type-options'] },
  'content security policy': {
    response: (reply) => void (isHtml(reply) && append(reply, '<script>count()</script>')),
  },
  'software names': { response: ({ headers }) => setHeader(headers, 'server', 'nginx/1.18.0') },
  'reads by other sites': {
    response: ({ headers }, passing) =>
      setHeader(headers, 'access-control-allow-origin', passing.headers.origin ?? '*'),
  },
  cookies: {
    response({ headers }) {
      const cookies = [headers['set-cookie'] ?? []].flat().map(String);
      headers['set-cookie'] = cookies.map((one) => one.replace(/; HttpOnly/i, ''));
    },
  },
  'end of session': {
    reply: ({ path }) => (path === '/api/auth/logout' ? text('', 204) : undefined),
  },
  csrf: {
    request({ headers }) {
      headers['sec-fetch-site'] = 'same-origin';
      delete headers.origin;
    },
  },
  'known addresses': slowForMembers(),
  'private pages': {
    response: ({ headers }) => setHeader(headers, 'cache-control', 'max-age=600'),
  },
  'pages of others': storeAll(),
  'forged host': {
    response: (reply, { headers }) =>
      void (isHtml(reply) && append(reply, `<link rel="canonical" href="//${headers.host}/">`)),
  },
  'cache poisoning': storeAll(),
  'open redirects': {
    reply({ path }) {
      const next = new URL(path, 'http://x').searchParams.get('next');
      return next ? { status: 302, headers: { location: next }, body: '' } : undefined;
    },
  },
  paths: { reply: ({ path }) => (path === '/.env' ? text('SECRET_KEY=x') : undefined) },
  methods: {
    request(passing) {
      if (passing.headers['x-http-method-override']) passing.method = 'DELETE';
    },
  },
  errors: {
    response: (reply) =>
      void (reply.status === 400 && append(reply, 'Error\n    at run (/app/server.js:10:3)')),
  },
  visibility: shareSession(),
  'staff pages': {
    reply: ({ path }) => (path === '/admin' ? text('<h1>Everybody</h1>') : undefined),
  },
  'scripts in texts': {
    response: (reply, { path }) =>
      void (path.startsWith('/posts/') && append(reply, '<script>alert(1)</script>')),
  },
  'hostile pictures': {
    reply: ({ path }) =>
      path === '/api/posts/upload-image' ? text('{"url":"/x.svg"}', 201) : undefined,
  },
  limits: {
    request: ({ headers }) => {
      if (headers['x-forwarded-for']) headers['x-keep-forwarded'] = 'yes';
    },
  },
};

test('self-test: every check has a fault that makes it fail', () => {
  const names = SELF_CHECKS.map(({ name }) => name).filter((name) => !OF_TLS.includes(name));
  expect(Object.keys(FAULTS)).toEqual(names);
});

test.each(Object.entries(FAULTS))(
  'self-test: a fault of the proxy fails: %s',
  async (name, fault) => {
    proxy.break(fault);
    const options = { rate: RATE, only: [name], credentials: undefined };
    const { checks, passed } = await runSelfTest(proxy.url, options);
    proxy.break({});
    expect(checks).toMatchObject([{ name, state: 'failed', hint: expect.stringMatching(/\w/) }]);
    expect(passed).toBe(false);
    if (name !== 'end of session') expect(await countLeft()).toEqual({ members: 0, posts: 0 });
  },
);

test('self-test: with registration closed, checks of members are skipped, or use two members', async () => {
  await database.sql(
    `insert into site_text (key, value, updated_at) values ('registration.mode', 'closed', now())
     on conflict (key) do update set value = excluded.value`,
  );
  // The process learns of it by a notification.
  const canRegister = () =>
    registerBearer(site.url).then(
      () => true,
      () => false,
    );
  await waitFor(async () => !(await canRegister()));
  const only = ['visibility', 'paths'];
  const skipped = await runSelfTest(proxy.url, { rate: RATE, only, credentials: undefined });
  expect(skipped.checks.map(({ name, state }) => [name, state])).toEqual([
    ['paths', 'passed'],
    ['visibility', 'skipped'],
  ]);
  expect(skipped.checks[1]?.found).toContain('--member-credentials');
  expect(skipped.passed).toBe(true);
  await database.sql(`delete from site_text where key = 'registration.mode'`);
  await waitFor(canRegister);

  const { email } = await registerBearer(site.url);
  const { email: other } = await registerBearer(site.url);
  const file = join(emptyDirectory(), 'members');
  writeFileSync(file, `${email} ${PASSWORD}\n${other} ${PASSWORD}\n`);
  const { code, stdout } = await lamplight(
    `self-test ${proxy.url} --rate ${RATE} --json --only visibility --member-credentials ${file}`,
  );
  expect(JSON.parse(stdout)).toMatchObject({
    passed: true,
    checks: [{ name: 'visibility', state: 'passed' }],
    left_behind: [],
  });
  expect(code).toBe(0);
  // They are the operator's: only what the run wrote is deleted.
  const members = await database.sql(
    'select count(*)::int as count from users where email in ($1, $2) and deleted_at is null',
    [email, other],
  );
  expect(members).toEqual([{ count: 2 }]);
  expect(await countLeft()).toEqual({ members: 0, posts: 0 });
});

test('self-test: a run that is stopped deletes its members and drafts', async () => {
  const child = spawn(process.execPath, [COMMAND, 'self-test', proxy.url, '--rate', '30'], {
    cwd: emptyDirectory(),
    env: { PATH: process.env['PATH'] ?? '' },
  });
  await waitFor(async () => Number((await countLeft())?.['posts']) > 0);
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(await countLeft()).toEqual({ members: 0, posts: 0 });
});

test('self-test: what is no Lamplight site is not attacked', async () => {
  let requests = 0;
  proxy.break({
    request: () => void requests++,
    reply: () => text('<h1>Another site</h1>'),
  });
  const { code, stderr } = await lamplight(`self-test ${proxy.url}`);
  proxy.break({});
  expect({ code, stderr, requests }).toEqual({
    code: 3,
    stderr: expect.stringContaining('No Lamplight site'),
    requests: 1,
  });
  expect((await lamplight('self-test example')).code).toBe(2);
  expect((await lamplight(`self-test ${proxy.url} --only nothing`)).code).toBe(2);
});
