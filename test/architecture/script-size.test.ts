import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SHEETS } from '../../src/client-files.ts';
import { listScripts, listSheets, readAssets } from '../../src/ui/assets.ts';
import { createWorld } from '../support/world.ts';

/** Scripts that a reader loads before the page is interactive, in bytes after gzip. */
const READING_MAX = 25_000;
/** Loaded when a page is idle: the event stream by members' pages, what keeps posts for offline by all. */
const IDLE_MAX = { live: 3_200, offline: 2_000 };
/** The service worker, which a browser starts for pages it has to load. */
const WORKER_MAX = 1_500;
/** The style sheets, in bytes after Brotli, as browsers receive them. Readers load only the first. */
const SHEETS_MAX = { site: 16_500, work: 8_000, staff: 4_500, editor: 1_300 };
/** The editor may be heavy within limits, because only its page loads it: 1.2 times its size without tables, formulas and Markdown. */
const WRITING_MAX = 254_000;

const world = await createWorld();
const author = await world.member({ exp: 1 });
const { id } = (await author.post('/api/studio/posts', { title: '一', body: '<p>二</p>' })).body;
const folder = (await author.post('/api/folders', { name: '夜读' })).body.id;
const assets = readAssets();

async function scriptBytes(url: string): Promise<number> {
  const page = await author.get(url, { headers: { accept: 'text/html' } });
  expect([url, page.status]).toEqual([url, 200]);
  const files = [...page.text.matchAll(/<script type="module" src="\/assets\/([^"]+)"/g)];
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, [, name = '']) => {
    const asset = assets.get(name);
    if (!asset) throw new Error(`${url} links ${name}, which does not exist`);
    return sum + gzipSync(asset.body()).length;
  }, 0);
}

test.each([
  '/',
  '/posts',
  `/posts/${id}`,
  `/space/${author.uid}`,
  `/folders/${folder}`,
  '/messages',
])('a reading page ships at most 25 kB of script: %s', async (url) => {
  const bytes = await scriptBytes(url);
  console.log(`${url}: ${bytes} bytes of script`);
  expect(bytes).toBeLessThanOrEqual(READING_MAX);
});

test.each([
  ['ADR 0062 what follows the event stream', 'live'],
  ['ADR 0068 what keeps posts for reading offline', 'offline'],
] as const)('%s is loaded when a page is idle, and is small', async (_, script) => {
  const namesIn = (html: string, pattern: RegExp) =>
    [...html.matchAll(pattern)].flatMap(([, found = '']) => found.split(' '));
  const page = (await author.get('/', { headers: { accept: 'text/html' } })).text;
  const idle = namesIn(page, /data-idle="([^"]+)"/g);
  const critical = namesIn(page, /<script type="module" src="([^"]+)"/g);
  expect(critical.filter((url) => idle.includes(url))).toEqual([]);
  // Its own file, and what no other script of the page has loaded.
  const own = listScripts([script]).filter((url) => !critical.includes(url));
  expect(idle).toEqual(expect.arrayContaining(own));
  const bytes = own
    .map((url) => assets.get(url.replace('/assets/', ''))?.body() ?? '')
    .reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`${script}: ${bytes} bytes of script`);
  expect(bytes).toBeLessThanOrEqual(IDLE_MAX[script]);
  const anonymous = namesIn((await world.visitor().get('/')).text, /data-idle="([^"]+)"/g);
  expect(anonymous.some((url) => url.includes('/live.'))).toBe(false);
  expect(anonymous.some((url) => url.includes('/offline.'))).toBe(true);
});

test('ADR 0068 the service worker is small', async () => {
  const { text } = await world.visitor().get('/service-worker.js');
  console.log(`/service-worker.js: ${gzipSync(text).length} bytes`);
  expect(gzipSync(text).length).toBeLessThanOrEqual(WORKER_MAX);
});

test('only the editor page loads the editor', async () => {
  expect(await scriptBytes('/studio/write')).toBeLessThanOrEqual(WRITING_MAX);
  expect(await scriptBytes('/studio')).toBeLessThanOrEqual(READING_MAX);
});

test.each([
  ['site', SHEETS_MAX.site],
  ['work', SHEETS_MAX.work],
  ['staff', SHEETS_MAX.staff],
  ['editor', SHEETS_MAX.editor],
] as const)('the style sheet %s has at most %i bytes as it is sent', (name, max) => {
  const [url = ''] = listSheets([name]);
  const bytes = assets.get(url.replace('/assets/', ''))?.br?.length ?? Number.POSITIVE_INFINITY;
  console.log(`the style sheet ${name}: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(max);
});

test('there are no other style sheets, and every CSS file is in one of them', () => {
  const sent = [...assets.keys()].filter((name) => name.endsWith('.css'));
  expect(sent).toHaveLength(Object.keys(SHEETS).length);
  const root = new URL('../../', import.meta.url);
  const files = globSync('src/**/*.css', { cwd: fileURLToPath(root) });
  expect(Object.values(SHEETS).flat().sort()).toEqual(files.sort());
});

test('pages for work load the sheet for work after that of all pages, the editor its own after both', async () => {
  const sheetsOf = async (url: string) => {
    const page = await author.get(url, { headers: { accept: 'text/html' } });
    return [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  };
  for (const url of ['/settings', '/studio', '/docs', '/docs/errors'])
    expect([url, await sheetsOf(url)]).toEqual([url, listSheets(['site', 'work'])]);
  expect(await sheetsOf('/studio/write')).toEqual(listSheets(['site', 'work', 'editor']));
  for (const url of ['/', `/posts/${id}`, '/messages', '/search', '/no-such-page'])
    expect([url, await sheetsOf(url)]).toEqual([url, listSheets(['site'])]);
});
