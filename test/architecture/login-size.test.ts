import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readAssets } from '../../src/ui/assets.ts';
import { createWorld } from '../support/world.ts';

/** Bytes after Brotli, before passkeys, reset by mail and other providers came. */
const BEFORE = { scripts: 5183, everything: 30_123 };

const world = await createWorld();

test('D64 log-in for members who use nothing new loads no more bytes than before', async () => {
  const { text } = await world.visitor().get('/login', { headers: { accept: 'text/html' } });
  const assets = readAssets();
  const sizeOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((sum, [, name = '']) => {
      const asset = assets.get(name);
      if (!asset) throw new Error(`the page links ${name}, which does not exist`);
      return sum + brotliCompressSync(asset.body()).length;
    }, 0);
  const page = brotliCompressSync(text).length;
  const sheets = sizeOf(/<link rel="stylesheet" href="\/assets\/([^"]+)"/g);
  const scripts = sizeOf(/<script type="module" src="\/assets\/([^"]+)"/g);
  console.log(`/login: page ${page}, style sheets ${sheets}, scripts ${scripts} bytes`);
  expect(scripts).toBeLessThanOrEqual(BEFORE.scripts);
  expect(page + sheets + scripts).toBeLessThanOrEqual(BEFORE.everything);
});
