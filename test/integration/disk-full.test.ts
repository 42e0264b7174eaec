import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { atEnd } from '../support/cleanup.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { createWorld } from '../support/world.ts';

/** A real file system of 256 kB. Mounting one needs root. */
const storage = emptyDirectory();
const isMounted = mountSmall();
if (!isMounted) console.warn('Cannot mount a small file system, so none is filled up.');

function mountSmall(): boolean {
  if (!hasBinary('mount')) return false;
  const args = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', storage];
  if (spawnSync(findBinary('mount', 'mount'), args).status !== 0) return false;
  atEnd(() => execFileSync(findBinary('umount', 'mount'), [storage]));
  return true;
}

const listFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

/** Noise, so that it is large. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 500, height: 500, channels: 3, background: '#000', noise } as const;
  return sharp({ create }).jpeg({ quality: 90 }).toBuffer();
}

test.skipIf(!isMounted)(
  'an upload to a full disk gets 507 in the words of the reader, leaves nothing behind, and works again after space is freed',
  async () => {
    const world = await createWorld({ STORAGE_DIR: storage });
    const member = await world.member({ transport: 'bearer' });
    const picture = await largePicture();
    const upload = (path: string, headers = {}) => member.upload(path, picture, { headers });
    expect(picture.length).toBeGreaterThan(60_000);
    const filler = join(storage, 'filler.bin');
    writeFileSync(filler, Buffer.alloc(256 * 1024));

    const english = await upload('/api/posts/upload-image', { 'accept-language': 'en' });
    expect(english.status).toBe(507);
    expect(english.headers['content-type']).toContain('application/problem+json');
    expect(english.body).toMatchObject({
      code: 'insufficient_storage',
      status: 507,
      detail: expect.stringContaining('no space left'),
    });
    const chinese = await upload('/api/settings/avatar', {
      'accept-language': 'zh-CN',
      'idempotency-key': 'full-disk',
    });
    expect([chinese.status, chinese.body.detail]).toEqual([
      507,
      expect.stringContaining('存储空间已满'),
    ]);

    expect(listFiles(storage).map(({ name }) => name)).toEqual(['filler.bin']);
    expect(await world.sql('select 1 from upload')).toEqual([]);
    const lines = world.logged.map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'the storage is full')).toMatchObject([
      { level: 50, err: { code: 'ENOSPC' } },
      { level: 50, err: { code: 'ENOSPC' } },
    ]);

    rmSync(filler);
    expect((await upload('/api/posts/upload-image')).status).toBe(201);
    // The refusal is not replayed.
    const again = await upload('/api/settings/avatar', { 'idempotency-key': 'full-disk' });
    expect(again.status).toBe(200);
  },
);
