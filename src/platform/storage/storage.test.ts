import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from './open.ts';
import { openS3Storage } from './s3.ts';
import type { FileBody, S3Settings, Storage } from './storage.ts';

const MIB = 1024 * 1024;
const VERSIONS = Array.from({ length: 12 }, (_, index) => Buffer.alloc(MIB / 2, index));
const directory = await mkdtemp(join(tmpdir(), 'storage-test-'));
afterAll(() => rm(directory, { recursive: true }));

const s3 = readS3Settings();
const s3Name = s3 ? 'S3 storage' : 'S3 storage (skipped: TEST_S3_ENDPOINT is not set)';

describe('disk storage', () => {
  storageContract(() => openStorage({ kind: 'disk', directory }));

  test('a failed put leaves no temporary file', async () => {
    const storage = await openStorage({ kind: 'disk', directory });
    await expect(storage.put('a/b.txt', brokenStream(MIB, MIB / 2))).rejects.toThrow('broken');
    await storage.put('file', Buffer.from('in the way'));
    await expect(storage.put('file/b.txt', Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(join(directory, '.tmp'))).toEqual([]);
  });

  // On S3 this is the store's own promise, and small test stores are known to break it.
  test('a reader among many writers always sees one whole file', async () => {
    const storage = await openStorage({ kind: 'disk', directory });
    await storage.put('race.bin', Buffer.alloc(MIB / 2));
    const puts = VERSIONS.map((version, index) =>
      storage.put('race.bin', raceBody(version, index)),
    );
    const reads = Array.from({ length: 50 }, () => read(storage, 'race.bin'));
    expect((await Promise.all(reads)).every(isWholeVersion)).toBe(true);
    await Promise.all(puts);
  });

  test('opening removes the temporary files of a process that died long ago', async () => {
    const [old, young] = [join(directory, '.tmp', 'old'), join(directory, '.tmp', 'young')];
    await writeFile(old, 'half');
    await writeFile(young, 'half');
    await utimes(old, new Date('2020-01-01'), new Date('2020-01-01'));
    await openStorage({ kind: 'disk', directory });
    expect(await readdir(join(directory, '.tmp'))).toEqual(['young']);
    await rm(young);
  });

  test('a folder is not a file, and a file is not a folder', async () => {
    const storage = await openStorage({ kind: 'disk', directory });
    await storage.put('folder/file', Buffer.from('x'));
    expect(await storage.get('folder')).toBeUndefined();
    expect(await storage.get('folder/file/inside')).toBeUndefined();
    await storage.remove('folder');
    expect(await read(storage, 'folder/file')).toEqual(Buffer.from('x'));
  });
});

describe.skipIf(!s3)(s3Name, () => {
  const settings = s3 as S3Settings;
  storageContract(async () => openS3Storage(settings, 2));

  test('a wrong secret is refused', async () => {
    const storage = await openStorage({ ...settings, secret_key: `${settings.secret_key}x` });
    const refused = { name: 'SignatureDoesNotMatch' };
    await expect(storage.put('a.txt', Buffer.from('x'))).rejects.toMatchObject(refused);
    await expect(storage.put('a.txt', streamOf('x'))).rejects.toMatchObject(refused);
    await expect(storage.get('a.txt')).rejects.toMatchObject(refused);
    await expect(storage.check()).rejects.toMatchObject(refused);
    storage.close();
  });

  test('a missing bucket is an error, not a missing file', async () => {
    const storage = await openStorage({ ...settings, bucket: `none-${randomUUID()}` });
    await expect(storage.get('a.txt')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    storage.close();
  });

  test('a put refused before its stream was sent lets go of the stream', async () => {
    const storage = await openStorage({ ...settings, secret_key: 'wrong' });
    const stream = Readable.from(endless(), { objectMode: false });
    await expect(storage.put('a.bin', { stream, size: 64 * MIB })).rejects.toThrow();
    expect(stream.destroyed).toBe(true);
    storage.close();
  });
});

function storageContract(open: () => Promise<Storage>) {
  let storage: Storage;
  const folder = `test-${randomUUID()}`;

  beforeAll(async () => {
    storage = await open();
  });

  afterAll(async () => {
    for (const key of await keysUnder(storage, `${folder}/`)) await storage.remove(key);
    storage.close();
  });

  test('bytes come back as they were, with their size and type', async () => {
    const key = `${folder}/bytes/cover.webp`;
    const bytes = patterned(300_000);
    await storage.put(key, bytes);
    const file = await storage.get(key);
    expect(file).toMatchObject({ size: 300_000, content_type: 'image/webp' });
    expect(bytes.equals(await buffer(file?.body as Readable))).toBe(true);
  });

  test('a stream comes back as it was', async () => {
    const key = `${folder}/stream/export.zip`;
    const bytes = patterned(5 * MIB + 17);
    await storage.put(key, { stream: inChunks(bytes), size: bytes.length });
    expect(bytes.equals((await read(storage, key)) as Buffer)).toBe(true);
  });

  test('an empty file is a file', async () => {
    await storage.put(`${folder}/empty/a.txt`, Buffer.alloc(0));
    await storage.put(`${folder}/empty/b.txt`, { stream: Readable.from([]), size: 0 });
    expect(await read(storage, `${folder}/empty/a.txt`)).toEqual(Buffer.alloc(0));
    expect(await read(storage, `${folder}/empty/b.txt`)).toEqual(Buffer.alloc(0));
  });

  test('a second put replaces the first', async () => {
    const key = `${folder}/replace/a.txt`;
    await storage.put(key, Buffer.from('a long first version'));
    await storage.put(key, Buffer.from('second'));
    expect(await read(storage, key)).toEqual(Buffer.from('second'));
  });

  test('a key of an unlisted type is served as plain bytes', async () => {
    const key = `${folder}/types/page.html`;
    await storage.put(key, Buffer.from('<script>'));
    const file = await storage.get(key);
    file?.body.destroy();
    expect(file?.content_type).toBe('application/octet-stream');
  });

  test('what was never put is undefined', async () => {
    expect(await storage.get(`${folder}/missing/a.txt`)).toBeUndefined();
  });

  test('what was removed is undefined, and removing it again is no error', async () => {
    const key = `${folder}/remove/a.txt`;
    await storage.put(key, Buffer.from('x'));
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.get(key)).toBeUndefined();
  });

  test('a list is in key order, page after page', async () => {
    const keys = ['a-b.txt', 'a.txt', 'a/b/c.txt', 'a/b.txt', 'a0.txt', 'b.txt'];
    const [base, before] = [`${folder}/list`, Date.now()];
    for (const key of keys) await storage.put(`${base}/${key}`, Buffer.from(key));
    await storage.put(`${folder}/list-beside.txt`, Buffer.from('x'));

    const sorted = keys.map((key) => `${base}/${key}`).sort();
    expect(await keysUnder(storage, `${base}/`)).toEqual(sorted);
    expect(await keysUnder(storage, `${base}/a/`)).toEqual(sorted.slice(2, 4));
    expect(await keysUnder(storage, `${base}/a`)).toEqual(sorted.slice(0, 5));
    expect(await keysUnder(storage, `${base}/none/`)).toEqual([]);
    for (const [index, key] of sorted.entries()) {
      expect(await keysUnder(storage, `${base}/`, key)).toEqual(sorted.slice(index + 1));
    }

    for await (const entry of storage.list(`${base}/b`)) {
      expect(entry.size).toBe('b.txt'.length);
      // Stores round to seconds, and their clock is not ours.
      expect(Math.abs(entry.modified_at.getTime() - before)).toBeLessThan(60_000);
    }
  });

  test.each([
    '',
    '/x',
    'x/',
    'a//b',
    '../x',
    'a/../b',
    'a/..',
    '.',
    'a/./b',
    'a..b',
    '.hidden',
    'a/.tmp/b',
    'a\0b',
    'a\n',
    'a b',
    'a\\b',
    'a%2fb',
    'Upper.png',
    'é.png',
    `${'a'.repeat(197)}.png`,
  ])('the key %j is refused', async (key) => {
    const stream = streamOf('x');
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key');
    await expect(storage.put(key, stream)).rejects.toThrow('Not a storage key');
    await expect(storage.get(key)).rejects.toThrow('Not a storage key');
    await expect(storage.remove(key)).rejects.toThrow('Not a storage key');
    expect(stream.stream.destroyed).toBe(true);
  });

  test('the longest key is taken', async () => {
    const key = `${folder}/${'a'.repeat(200 - folder.length - 1)}`;
    await storage.put(key, Buffer.from('x'));
    expect(await read(storage, key)).toEqual(Buffer.from('x'));
  });

  test('a stream that breaks leaves nothing', async () => {
    const key = `${folder}/broken/new.bin`;
    await expect(storage.put(key, brokenStream(2 * MIB, MIB))).rejects.toThrow('broken');
    await expect(storage.put(key, brokenStream(MIB, MIB))).rejects.toThrow('broken');
    await expectNothing(key);
  });

  test('a stream that broke before the put leaves nothing', async () => {
    const key = `${folder}/broken-before/new.bin`;
    const { stream, size } = streamOf('x');
    const put = storage.put(key, { stream, size });
    stream.destroy(new Error('broken'));
    await expect(put).rejects.toThrow('broken');
    await expect(storage.put(key, { stream, size })).rejects.toThrow('broken');
    await expectNothing(key);
  });

  test('a stream that is cut off without an error leaves nothing', async () => {
    const key = `${folder}/cut/new.bin`;
    const stream = Readable.from(endless(), { objectMode: false });
    const put = storage.put(key, { stream, size: 1024 * MIB });
    await Promise.all([
      expect(put).rejects.toThrow('Premature close'),
      setTimeout(50).then(() => stream.destroy()),
    ]);
    await expectNothing(key);
  });

  test('a stream of another size than announced leaves nothing', async () => {
    const key = `${folder}/size/new.bin`;
    const short = { stream: inChunks(patterned(MIB)), size: MIB + 1 };
    await expect(storage.put(key, short)).rejects.toThrow('ended after');
    // The first chunk alone is the announced size: it must not be taken for the whole.
    const long = { stream: Readable.from(inTwoParts(patterned(MIB + 1), MIB)), size: MIB };
    await expect(storage.put(key, long)).rejects.toThrow('longer than');
    await expectNothing(key);
  });

  test('a stream that breaks leaves the file that was there', async () => {
    const key = `${folder}/old/a.txt`;
    await storage.put(key, Buffer.from('first'));
    await expect(storage.put(key, brokenStream(2 * MIB, MIB))).rejects.toThrow('broken');
    expect(await read(storage, key)).toEqual(Buffer.from('first'));
  });

  test('many puts of one key at once leave one whole file', async () => {
    const key = `${folder}/race/a.bin`;
    await Promise.all(VERSIONS.map((version, index) => storage.put(key, raceBody(version, index))));
    expect(isWholeVersion(await read(storage, key))).toBe(true);
    expect(await keysUnder(storage, `${folder}/race/`)).toEqual([key]);
  });

  test('a check passes and leaves nothing', async () => {
    await storage.check();
    expect(await keysUnder(storage, 'probe/')).toEqual([]);
  });

  async function expectNothing(key: string) {
    expect(await storage.get(key)).toBeUndefined();
    expect(await keysUnder(storage, key)).toEqual([]);
  }
}

async function read(storage: Storage, key: string): Promise<Buffer | undefined> {
  const file = await storage.get(key);
  return file && buffer(file.body);
}

async function keysUnder(storage: Storage, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix, after)) keys.push(key);
  return keys;
}

function raceBody(version: Buffer, index: number): FileBody {
  return index % 2 ? version : { stream: inChunks(version), size: version.length };
}

function isWholeVersion(file: Buffer | undefined): boolean {
  return VERSIONS.some((version) => file?.equals(version));
}

function patterned(size: number): Buffer {
  const pattern = Uint8Array.from({ length: 251 }, (_, index) => index);
  return Buffer.alloc(size, pattern);
}

function inChunks(bytes: Buffer): Readable {
  const size = 64 * 1024;
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
}

function streamOf(text: string) {
  return { stream: Readable.from([Buffer.from(text)]), size: Buffer.byteLength(text) };
}

function brokenStream(size: number, breaksAfter: number) {
  async function* chunks() {
    yield* inChunks(patterned(breaksAfter));
    // Long enough for a store to take what it has for the whole.
    await setTimeout(100);
    throw new Error('broken');
  }
  return { stream: Readable.from(chunks(), { objectMode: false }), size };
}

async function* inTwoParts(bytes: Buffer, first: number) {
  yield bytes.subarray(0, first);
  await setTimeout(100);
  yield bytes.subarray(first);
}

async function* endless() {
  for (;;) {
    yield Buffer.alloc(64 * 1024);
    await setTimeout(1);
  }
}

function readS3Settings(): S3Settings | undefined {
  const { TEST_S3_ENDPOINT, TEST_S3_REGION, TEST_S3_BUCKET } = process.env;
  if (!TEST_S3_ENDPOINT) return undefined;
  return {
    kind: 's3',
    endpoint: TEST_S3_ENDPOINT,
    region: TEST_S3_REGION ?? 'us-east-1',
    bucket: TEST_S3_BUCKET ?? '',
    access_key: process.env.TEST_S3_ACCESS_KEY ?? '',
    secret_key: process.env.TEST_S3_SECRET_KEY ?? '',
    path_style: true,
  };
}
