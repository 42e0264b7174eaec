import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasBinary } from '../../support/binaries.ts';
import { atEnd } from '../../support/cleanup.ts';
import { pictureOf } from '../../support/picture.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { openTestDatabase } from '../support/database.ts';
import { registerBearer, send } from '../support/http.ts';
import { startNginx } from '../support/nginx.ts';
import { copyRelease } from '../support/other-release.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startTwoWebs, startWeb, type Web } from '../support/web.ts';

const PAGES = ['/', '/login', '/docs', '/posts'];
const PER_SECOND = 40;

const database = await openTestDatabase();
const storage = mkdtempSync(join(tmpdir(), 'lamplight-storage-'));
atEnd(() => rmSync(storage, { recursive: true, force: true }));
const SETTINGS = { STORAGE_DIR: storage, TRUSTED_PROXIES: '127.0.0.1' };
await ensureServerBuilt();
const other = copyRelease();

async function listAssets(url: string, page: string): Promise<string[]> {
  const { status, text } = await send(url, 'GET', page);
  expect(status).toBe(200);
  return [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
}

test('a process of each release serves the scripts and styles of the other', async () => {
  const old = await startWeb(database.url, SETTINGS);
  const young = await startWeb(database.url, SETTINGS, { entry: other.server });
  const pairs = [
    [old, young],
    [young, old],
  ] as const;
  let fromTheOther = 0;
  for (const [shows, serves] of pairs) {
    for (const path of (
      await Promise.all(PAGES.map((page) => listAssets(shows.url, page)))
    ).flat()) {
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        const [own, foreign] = await Promise.all(
          [shows, serves].map(({ url }) => send(url, 'GET', path, { headers })),
        );
        expect(foreign?.status, path).toBe(200);
        expect(foreign?.text).toBe(own?.text);
        for (const name of ['content-type', 'content-encoding', 'cache-control', 'vary'])
          expect(foreign?.headers[name], name).toBe(own?.headers[name]);
      }
      fromTheOther++;
    }
  }
  expect(fromTheOther).toBeGreaterThan(10);

  // Whoever can write to the storage must not be able to put a script on the site.
  for (const name of readdirSync(join(storage, 'assets'))) {
    const path = join(storage, 'assets', name);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(path, bytes);
  }
  await sleep(10);
  const fresh = await startWeb(database.url, SETTINGS);
  expect((await send(fresh.url, 'GET', '/assets/site.ABCDEFGH.js')).status).toBe(404);
  for (const web of [old, young, fresh]) web.signal('SIGKILL');
});

test.skipIf(!hasBinary('nginx'))(
  'an upgrade under load: no failed request, no page without its styles, no lost session, uploads work',
  async () => {
    const settings = { ...SETTINGS, SHED_DELAY_MS: '0', DRAIN_SECONDS: '3' };
    const webs = await startTwoWebs(database.url, settings);
    const proxy = await startNginx(webs.map((web) => web.port));
    const { access: token } = await registerBearer(proxy.url);
    const picture = new Blob([new Uint8Array(await pictureOf())]);
    const failures: string[] = [];
    const counts = { pages: 0, assets: 0, sessions: 0, uploads: 0 };

    const expectOk = async (path: string, init?: RequestInit) => {
      const response = await fetch(proxy.url + path, init);
      const text = await response.text();
      if (!response.ok) failures.push(`${response.status} ${path} ${text.slice(0, 200)}`);
      return text;
    };
    const openPage = async (path: string) => {
      const text = await expectOk(path);
      counts.pages++;
      const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)];
      if (assets.length < 2) failures.push(`${path} names no styles`);
      await Promise.all(assets.map(([, asset = '']) => expectOk(asset)));
      counts.assets += assets.length;
    };
    const upload = async () => {
      const body = new FormData();
      body.append('file', picture, 'a.png');
      const headers = { authorization: `Bearer ${token}` };
      await expectOk('/api/posts/upload-image', { method: 'POST', headers, body });
      counts.uploads++;
    };
    const useSession = async () => {
      await expectOk('/api/settings/sessions', { headers: { authorization: `Bearer ${token}` } });
      counts.sessions++;
    };
    let stopping = false;
    const load = (async () => {
      const open: Promise<void>[] = [];
      for (let count = 0; !stopping; count++) {
        open.push(openPage(PAGES[count % PAGES.length] ?? '/'));
        if (count % 10 === 0) open.push(useSession());
        if (count % 40 === 0) open.push(upload());
        await sleep(1000 / PER_SECOND);
      }
      await Promise.all(open);
    })().catch((error) => failures.push(String(error)));

    for (const index of [0, 1]) {
      const { port, signal, gone } = webs[index] as Web;
      signal('SIGTERM');
      await gone;
      webs[index] = await startWeb(database.url, settings, { port, ...other });
    }
    stopping = true;
    await load;
    printMeasurements('two releases', { ...counts, failures: failures.length });
    expect(failures.slice(0, 5)).toEqual([]);
    expect(counts.pages).toBeGreaterThan(150);
    expect(counts.uploads).toBeGreaterThan(5);
  },
);
