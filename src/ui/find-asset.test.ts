import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createSecrets } from '../platform/secrets.ts';
import { openStorage } from '../platform/storage/open.ts';
import { createFindAsset } from './find-asset.ts';
import { renewAssets } from './published-assets.ts';

const directory = mkdtempSync(join(tmpdir(), 'assets-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const secrets = createSecrets('a key that is long enough for a test');
const disk = await openStorage({ kind: 'disk', directory });
let listings = 0;
const storage = {
  ...disk,
  list(prefix: string, after?: string) {
    listings++;
    return disk.list(prefix, after);
  },
};
const ctx = { storage, secrets, now: () => new Date() };

async function publish(build: string, name: string, text: string): Promise<void> {
  const files = [[name, brotliCompressSync(text).toString('base64')]];
  await disk.put(`assets/${build}.bin`, secrets.seal('assets', Buffer.from(JSON.stringify(files))));
}

test('a file of another build is found as soon as it is published', async () => {
  const findAsset = createFindAsset(ctx);
  expect(await findAsset('site.AAAAAAA2.js')).toBeUndefined();
  await publish('a', 'site.AAAAAAA2.js', 'let a;');
  const asset = await findAsset('site.AAAAAAA2.js');
  expect(asset?.type).toBe('text/javascript; charset=utf-8');
  expect(asset?.body().toString()).toBe('let a;');
});

test('a thousand unknown names cost one listing, and other names none', async () => {
  const findAsset = createFindAsset(ctx);
  await findAsset('site.ZZZZZZZ2.js');
  listings = 0;
  const unknown = Array.from({ length: 1000 }, (_, index) =>
    findAsset(`site.${String(index).padStart(12, '0')}.css`),
  );
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]));
  expect(listings).toBe(1);
  for (const name of ['..', 'manifest.json', 'a.bin', 'site.AAAAAAA2.js.br', 'site.css'])
    expect(await findAsset(name)).toBeUndefined();
  expect(listings).toBe(1);
});

test('a build that was not sealed with the key of the site is not served', async () => {
  writeFileSync(join(directory, 'assets/forged.bin'), '[["site.BBBBBBB2.js","AAAA"]]');
  expect(await createFindAsset(ctx)('site.BBBBBBB2.js')).toBeUndefined();
});

test('the job publishes the running build and removes builds that ended 30 days ago', async () => {
  rmSync(join(directory, 'assets'), { recursive: true });
  await publish('long-ago', 'site.CCCCCCC2.js', '');
  await publish('recent', 'site.DDDDDDD2.js', '');
  for (const [build, days] of [
    ['long-ago', 31],
    ['recent', 29],
  ] as const) {
    const time = Date.now() / 1000 - days * 24 * 3600;
    utimesSync(join(directory, `assets/${build}.bin`), time, time);
  }
  await renewAssets(ctx);
  const left = readdirSync(join(directory, 'assets'));
  expect(left).toContain('recent.bin');
  expect(left).not.toContain('long-ago.bin');
  expect(left).toHaveLength(2);
});
