import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readAssets } from '../../src/ui/assets.ts';
import { createWorld } from '../support/world.ts';

/** Scripts that a reader loads before the page is interactive, in bytes after gzip. */
const READING_MAX = 25_000;
/** The style sheet, in bytes after Brotli, as browsers receive it. */
const STYLES_MAX = 22_000;
/** The editor may be heavy within limits, because only the editor page loads it. */
const WRITING_MAX = 220_000;

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

test('the one style sheet of all pages has at most 22 kB as it is sent', () => {
  const sheets = [...assets].filter(([name]) => name.endsWith('.css'));
  expect(sheets).toHaveLength(1);
  const [[, sheet] = []] = sheets;
  const bytes = sheet?.br?.length ?? Number.POSITIVE_INFINITY;
  console.log(`the style sheet: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(STYLES_MAX);
});
