import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { runIsolated } from './child-process.ts';
import { convertAvatar, convertCommentImage, convertPostImage } from './convert.ts';
import { inspectImage } from './inspect.ts';
import { AT_ONCE, FRAMES_MAX, SIDE_MAX, UPLOAD_BYTES_MAX, WAITING_MAX } from './limits.ts';
import { openImage } from './open.ts';
import { ImageRefused, type RefusedReason } from './refused.ts';

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const HTML = '<html><script>alert(document.domain)</script></html>';
const RSS_GROWTH_MAX = 150_000_000; // SECURITY 5.2.6
const WORKER_RSS_ALLOWED = 300_000_000; // A38

/** The same work takes a core longer while its sibling hyper-thread is busy. */
const LEAST_OF_THREE = { retry: 2 };

/** What the smallest picture takes: a process of its own is started for each, which a slow machine feels most. */
let least = 0;
let rssBefore = 0;
let highest = 0;
let highestWorker = 0;
let sampler: NodeJS.Timeout;

beforeAll(async () => {
  await convertPostImage(await small().png().toBuffer());
  await inspectImage(await small().png().toBuffer());
  const before = workMs();
  await convertPostImage(await small().png().toBuffer());
  least = workMs() - before;
  rssBefore = process.memoryUsage.rss();
  sampler = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
    highestWorker = Math.max(highestWorker, ...workers().map(peakRss));
  }, 20);
});

/** `header`: refused by its header alone, before a pixel is decoded. */
type Bomb = [name: string, reason: RefusedReason, found: 'header' | 'body', make: () => Made];
type Made = Buffer | Promise<Buffer>;

const BOMBS: Bomb[] = [
  ['64 250 × 64 250 JPEG', 'pixels', 'header', async () => jpegOf(await jpeg(), 64_250, 64_250)],
  ['50 000 × 50 000 PNG', 'pixels', 'header', () => png(50_000, 50_000, Buffer.alloc(10))],
  ['35-byte GIF of a huge screen', 'pixels', 'header', () => gif(65_535, 65_535, 1)],
  ['GIF of one huge frame', 'pixels', 'header', () => gif(65_535, 65_535, 1, 65_535)],
  ['GIF of 40 000 tiny frames', 'pixels', 'header', () => gif(1, 1, 40_000)],
  ['GIF of one frame too many', 'pixels', 'header', () => gif(1, 1, FRAMES_MAX + 1)],
  ['GIF of 41 megapixels over its frames', 'pixels', 'header', () => gif(1_000, 1_000, 41)],
  ['WebP of a giant canvas', 'pixels', 'header', () => webpCanvas(16_383)],
  ['WebP of an impossible canvas', 'broken', 'header', () => webpCanvas(60_000)],
  ['lossless WebP of 16 383 × 16 383', 'pixels', 'header', giantLosslessWebp],
  ['PNG of one row too long', 'pixels', 'header', () => png(SIDE_MAX + 1, 1, Buffer.alloc(9))],
  ['interlaced PNG that takes more memory than there is', 'pixels', 'body', interlaced],
  ['JPEG of three thousand scans', 'broken', 'body', scanBomb],
  ['truncated JPEG', 'broken', 'body', async () => half(await jpeg())],
  ['truncated PNG', 'broken', 'body', async () => half(await noise().png().toBuffer())],
  ['truncated WebP', 'broken', 'body', async () => half(await noise().webp().toBuffer())],
  ['bare JPEG magic', 'broken', 'header', () => Buffer.from([0xff, 0xd8, 0xff])],
  ['SVG behind a PNG magic', 'broken', 'header', () => Buffer.concat([PNG_MAGIC, svg()])],
  ['SVG named png', 'type', 'header', svg],
  ['SVG with an entity bomb', 'type', 'header', entityBomb],
  ['TIFF', 'type', 'header', () => small().tiff().toBuffer()],
  ['AVIF', 'type', 'header', () => small().avif({ effort: 0 }).toBuffer()],
  ['HEIC', 'type', 'header', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')],
  ['PDF', 'type', 'header', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['ICO', 'type', 'header', () => Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0', 'latin1')],
  ['BMP', 'type', 'header', () => Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
  ['HTML', 'type', 'header', () => Buffer.from(HTML)],
  ['empty file', 'type', 'header', () => Buffer.alloc(0)],
  ['file one byte past the limit', 'size', 'header', overweight],
];

/** What has to be decoded to be known may take longer: forty megapixels of it are a second of a good core. */
const WORK_MS = { header: 1_000, body: 2_000 };

test.each(BOMBS)(
  'A38, §7.7b, ASVS 5.2.2, 5.2.6 refused within a second or two of work: %s, as %s',
  LEAST_OF_THREE,
  async (...bomb) => {
    const [, reason, found, make] = bomb;
    const bytes = await make();
    const before = workMs();
    await expect(convertPostImage(bytes)).rejects.toMatchObject({ reason });
    expect(workMs() - before - least).toBeLessThan(WORK_MS[found]);
    if (found === 'header') await expect(inspectImage(bytes)).rejects.toMatchObject({ reason });
  },
);

type Polyglot = [name: string, traces: string[], make: () => Made];

const POLYGLOTS: Polyglot[] = [
  ['GIF with HTML', ['<html', 'script'], async () => htmlInGif(await small().gif().toBuffer())],
  ['JPEG with a ZIP and a script', ['PK\x03\x04', '<?php'], async () => glued(await jpeg())],
  ['PNG with HTML in its text', ['<html', 'tEXt'], () => png(1, 1, pixel(), text())],
  ['WebP with XMP of HTML', ['<html', 'XMP '], () => small().webp().withXmp(HTML).toBuffer()],
  ['PNG with a decompression bomb in zTXt', ['zTXt'], () => png(1, 1, pixel(), zippedText('zTXt'))],
  ['PNG with a decompression bomb in iCCP', ['iCCP'], () => png(1, 1, pixel(), zippedText('iCCP'))],
  ['PNG with a bomb behind its last row', [], () => png(1, 1, Buffer.alloc(50_000_000))],
  [
    'APNG',
    ['acTL'],
    () => png(1, 1, pixel(), chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))),
  ],
];

test.each(POLYGLOTS)(
  'A38, ASVS 5.2.2 nothing is left but pixels, within a second of work: %s',
  LEAST_OF_THREE,
  async (_, traces, make) => {
    const bytes = await make();
    for (const trace of traces) expect(bytes.includes(Buffer.from(trace, 'latin1'))).toBe(true);
    const before = workMs();
    const stored = (await convertPostImage(bytes)).bytes;
    expect(workMs() - before - least).toBeLessThan(1_000);
    for (const trace of traces) expect(stored.includes(Buffer.from(trace, 'latin1'))).toBe(false);
  },
);

test('ASVS 5.2.2 past the magic bytes too, there is no decoder for any other format', async () => {
  for (const bytes of [svg(), entityBomb(), await small().tiff().toBuffer()]) {
    await expect(openImage(bytes, {}).metadata()).rejects.toThrow('unsupported image format');
  }
});

test('A38, ASVS 5.2.6 the whole corpus neither grew this process nor a worker beyond what is allowed', () => {
  clearInterval(sampler);
  expect(highest - rssBefore).toBeLessThan(RSS_GROWTH_MAX);
  expect(highestWorker).toBeGreaterThan(0);
  expect(highestWorker).toBeLessThan(WORKER_RSS_ALLOWED);
  expect(workers()).toEqual([]);
});

test('A38, ASVS 15.1.3, 15.2.2 two are converted at once, twenty wait, and the next is refused at once', async () => {
  const bytes = await small().png().toBuffer();
  const seen: string[][] = [];
  const looking = setInterval(() => seen.push(workers()), 5);
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => convertPostImage(bytes)));
  clearInterval(looking);
  const refused = tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
  expect(refused).toEqual(Array(30 - AT_ONCE - WAITING_MAX).fill('overloaded'));
  expect(Math.max(...seen.map((pids) => pids.length))).toBe(AT_ONCE);
});

test('A38 the event loop stays free while six images are converted', { retry: 2 }, async () => {
  const bytes = await speckled(1_200).png().toBuffer();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const works = [convertPostImage, convertCommentImage, convertAvatar];
  await Promise.all([...works, ...works].map((convert) => convert(bytes)));
  delay.disable();
  expect(delay.percentile(99) / 1e6).toBeLessThan(50);
});

test('A38 an image that is not done in time is ended, and its process with it; it may be sent again', async () => {
  const bytes = await speckled(600).png().toBuffer();
  const converting = runIsolated({ purpose: 'comment', bytes }, { wall_ms: 40 });
  await expect(converting).rejects.toMatchObject({ code: 'overloaded' });
  expect(workers()).toEqual([]);
});

test('A38 an image that takes too much of a core is refused, however long that took by the clock', async () => {
  const bytes = await speckled(600).png().toBuffer();
  const converting = runIsolated({ purpose: 'comment', bytes }, { cpu_ms: 1 });
  await expect(converting).rejects.toMatchObject({ reason: 'pixels' });
});

test('A38 the decoder process does not get our environment', async () => {
  const bytes = await speckled(600).png().toBuffer();
  const working = convertCommentImage(bytes);
  const names = new Set<string>();
  const looking = setInterval(() => {
    for (const pid of workers())
      for (const one of readProc(pid, 'environ').split('\0')) names.add(one.split('=')[0] ?? '');
  }, 5);
  await working;
  clearInterval(looking);
  const given = [...names].filter((name) => name !== '' && name in process.env);
  expect(names.size).toBeGreaterThan(0);
  expect(given.filter((name) => !name.startsWith('NODE_CHANNEL'))).toEqual([]);
});

test('a refusal carries the words of the decoder for the log', async () => {
  const refused = await inspectImage(PNG_MAGIC).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ImageRefused);
  expect((refused as ImageRefused).detail).toContain('header');
});

function small() {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#c80' } });
}

function noise() {
  return speckled(64);
}

function speckled(side: number) {
  const raw = Buffer.alloc(side * side * 3).map((_, at) => Math.imul(at, at * 31) >> 7);
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } });
}

function jpeg() {
  return noise().jpeg().toBuffer();
}

function animation() {
  const raw = Buffer.alloc(8 * 16 * 3, 90).fill(200, 0, 8 * 8 * 3);
  const image = sharp(raw, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } });
  return image.webp().toBuffer();
}

function half(bytes: Buffer) {
  return bytes.subarray(0, bytes.length >> 1);
}

function chunk(name: string, body: Buffer) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Eight-bit grey, from rows that are not compressed yet. */
function png(width: number, height: number, rows: Buffer, ...extra: Buffer[]) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const body = chunk('IDAT', deflateSync(rows, { level: 1 }));
  return Buffer.concat([
    PNG_MAGIC,
    chunk('IHDR', header),
    ...extra,
    body,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixel() {
  return Buffer.from([0, 128]);
}

/** Forty megapixels of sixteen bits, all zero, which a decoder has to decode as a whole. */
function interlaced() {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 1]);
  header.writeUInt32BE(8_000, 0);
  header.writeUInt32BE(5_000, 4);
  // One megabyte that ends on a whole byte can be repeated without being compressed again.
  const piece = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  const rows = [Buffer.from([0x78, 0x01]), ...Array<Buffer>(330).fill(piece)];
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', header), chunk('IDAT', Buffer.concat(rows))]);
}

function text() {
  return chunk('tEXt', Buffer.from(`Comment\0${HTML}`, 'latin1'));
}

function zippedText(name: 'zTXt' | 'iCCP') {
  const bomb = deflateSync(Buffer.alloc(100_000_000), { level: 1 });
  return chunk(name, Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), bomb]));
}

function gif(width: number, height: number, frames: number, side = 1) {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  frame.writeUInt16LE(side, 5);
  frame.writeUInt16LE(side, 7);
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

function htmlInGif(bytes: Buffer) {
  const comment = Buffer.from(`!\xfe${String.fromCharCode(HTML.length)}${HTML}\0;`, 'latin1');
  return Buffer.concat([bytes.subarray(0, -1), comment, Buffer.from(HTML)]);
}

function glued(bytes: Buffer) {
  return Buffer.concat([bytes, Buffer.from('PK\x03\x04<?php system($_GET[0]);', 'latin1')]);
}

/** Only the frame header has the wrong size. */
function jpegOf(bytes: Buffer, width: number, height: number) {
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** With every scan a decoder processes the whole picture again. */
async function scanBomb() {
  const bytes = await noise().jpeg({ progressive: true }).toBuffer();
  const end = bytes.length - 2;
  const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([
    bytes.subarray(0, end),
    ...Array<Buffer>(3_000).fill(scan),
    bytes.subarray(end),
  ]);
}

async function webpCanvas(side: number) {
  const bytes = await animation();
  bytes.writeUIntLE(side - 1, 24, 3);
  bytes.writeUIntLE(side - 1, 27, 3);
  return bytes;
}

async function giantLosslessWebp() {
  const bytes = await small().webp({ lossless: true }).toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0000000) | 0x0fffbffe) >>> 0, at);
  return bytes;
}

function svg() {
  return Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
}

function entityBomb() {
  const entities = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  );
  return Buffer.from(
    `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]><svg><text>&e9;</text></svg>`,
  );
}

async function overweight() {
  const bytes = await jpeg();
  return Buffer.concat([bytes, Buffer.alloc(UPLOAD_BYTES_MAX + 1 - bytes.length)]);
}

/** What ended workers took of a core. By the clock, a bomb would be blamed for all else that runs here. */
function workMs(): number {
  const stat = readProc('self', 'stat');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/** The conversion processes that this process has started and that still run. */
function workers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const stat = readProc(pid, 'stat');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid);
  });
}

function peakRss(pid: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // It has just ended.
  }
}
