import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SHEETS } from '../../src/client-files.ts';
import { listSheets, readAssets } from '../../src/ui/assets.ts';
import { createWorld } from '../support/world.ts';

/** Scripts that a reader loads before the page is interactive, in bytes after gzip. */
const READING_MAX = 25_000;
/** The style sheets, in bytes after Brotli, as browsers receive them. Readers load only the first. */
const SHEETS_MAX = { site: 16_500, work: 9_600, editor: 1_300 };
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

test('only the editor page loads the editor', async () => {
  expect(await scriptBytes('/studio/write')).toBeLessThanOrEqual(WRITING_MAX);
  expect(await scriptBytes('/studio')).toBeLessThanOrEqual(READING_MAX);
});

test.each([
  ['site', SHEETS_MAX.site],
  ['work', SHEETS_MAX.work],
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
