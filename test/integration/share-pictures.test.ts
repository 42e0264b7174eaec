import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { JOBS, tick } from '../../src/jobs.ts';
import { readPicture } from '../../src/platform/images/card/files.ts';
import { picturesOf } from '../../src/sharing/rules.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { SHARE_TITLES } from '../support/share-titles.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
// A real socket, because pictures are not text.
await world.app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
const directory = process.env['SCREENSHOT_DIR'];
const DAY = 24 * 3600;
const SITE_PICTURE = readPicture('share.jpg');

const admin = await world.member({ role: 'admin' });
const author = await world.member({ exp: 1500 });

async function publish(title: string, more: object = {}, writer: Client = author): Promise<number> {
  const post = {
    title,
    summary: '同事说列表“越往后翻越慢”，我说不可能，有索引。',
    body: '<p>正文。</p>',
  };
  const response = await writer.post('/api/studio/posts', { ...post, ...more });
  expect(response.status).toBe(201);
  return response.body.id;
}

async function fetchPicture(id: number, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/posts/${id}/share.jpg?v=1`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function storedKeys(id: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of world.ctx.storage.list(picturesOf(id))) keys.push(key);
  return keys;
}

async function runRemovals(): Promise<void> {
  await tick(world.ctx);
  const jobs = await world.sql(
    `select payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'share_pictures_remove'`,
  );
  for (const { payload } of jobs)
    await JOBS.tasks['share_pictures_remove']?.(world.ctx, payload as never);
}

test('a QR code is black on white, and contains the address of the post', async () => {
  const id = await publish('扫一扫');
  const response = await fetch(`${origin}/posts/${id}/qr.svg`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  const svg = await response.text();
  expect(svg).toMatch(/^<svg[^>]*viewBox/);
  expect(svg).toContain('white');
});

describe('share pictures', () => {
  test.each(SHARE_TITLES.map((title, index) => [index, title] as const))(
    'number %i is a JPEG of 1200 × 630 pixels: %s',
    async (index, title) => {
      const { response, bytes } = await fetchPicture(await publish(title));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const { width, height, format } = await sharp(bytes).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
      expect(bytes.length).toBeLessThan(200_000);
      // Characters that the fonts lack would be boxes; nothing but emoji would be no title.
      expect(bytes.equals(SITE_PICTURE)).toBe(/𠮷|㐂|^🏮+$/u.test(title));
      if (!directory) return;
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `share-${String(index).padStart(2, '0')}.jpg`), bytes);
    },
  );

  test('two characters give different pixels: none is a box', async () => {
    const pictures = [];
    for (const title of ['灯', '火', '臺', 'я', 'ắ', 'あ']) {
      const { bytes } = await fetchPicture(await publish(title));
      const title_area = { left: 200, top: 140, width: 200, height: 120 };
      pictures.push((await sharp(bytes).extract(title_area).raw().toBuffer()).toString('base64'));
    }
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  test('the cover is behind the text, and goes when staff removes it', async () => {
    const { body: cover } = await author.upload(
      '/api/posts/upload-image',
      await pictureOf('jpeg', 1400, 800),
    );
    const id = await publish('有封面', { cover_url: cover.url });
    const { bytes: covered } = await fetchPicture(id);
    await admin.post(`/api/admin/uploads/${cover.id}/remove`, { reason: '侵权' });
    const { bytes: plain } = await fetchPicture(id);
    const colorAt = async (bytes: Buffer) => {
      const spot = { left: 1150, top: 300, width: 4, height: 4 };
      return [...(await sharp(bytes).extract(spot).resize(1, 1).raw().toBuffer())];
    };
    const [before = [], after = []] = [await colorAt(covered), await colorAt(plain)];
    expect(Math.abs((before[2] ?? 0) - (after[2] ?? 0))).toBeGreaterThan(3);
    if (directory) writeFileSync(join(directory, 'share-cover.jpg'), covered);
  });

  test('is drawn at the first request, and again when the post changes; the old one is removed', async () => {
    const id = await publish('第一版');
    const first = await fetchPicture(id);
    const keys = await storedKeys(id);
    expect(keys).toHaveLength(1);
    expect((await fetchPicture(id)).bytes.equals(first.bytes)).toBe(true);
    expect(await storedKeys(id)).toEqual(keys);
    const known = await fetchPicture(id, {
      'if-none-match': String(first.response.headers.get('etag')),
    });
    expect([known.response.status, known.bytes.length]).toEqual([304, 0]);
    await author.put(`/api/studio/posts/${id}`, {
      title: '第二版',
      body: '<p>改。</p>',
      version: 1,
    });
    const second = await fetchPicture(id);
    expect(second.bytes.equals(first.bytes)).toBe(false);
    const [key, ...others] = await storedKeys(id);
    expect([key === keys[0], others]).toEqual([false, []]);
  });

  test('twenty concurrent requests draw it once', async () => {
    const id = await publish('同时');
    const all = await Promise.all(Array.from({ length: 20 }, () => fetchPicture(id)));
    expect(new Set(all.map(({ response }) => response.status))).toEqual(new Set([200]));
    expect(new Set(all.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });

  test('D55 a hidden post has no picture at once, and its file is removed', async () => {
    const id = await publish('就要锁定');
    expect((await fetchPicture(id)).response.status).toBe(200);
    expect((await fetch(`${origin}/posts/${id}/qr.svg`)).status).toBe(200);
    const lock = await admin.post(`/api/admin/posts/${id}/lock`, { reason: '违规', version: 1 });
    expect(lock.status).toBe(200);
    const { response, bytes } = await fetchPicture(id);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(bytes.includes('JFIF')).toBe(false);
    expect((await fetch(`${origin}/posts/${id}/qr.svg`)).status).toBe(404);
    await runRemovals();
    expect(await storedKeys(id)).toEqual([]);
  });

  test('old pictures are swept, and drawn again when requested', async () => {
    const id = await publish('久远');
    await fetchPicture(id);
    await JOBS.tasks['share_pictures_sweep']?.(world.ctx, {});
    expect(await storedKeys(id)).toHaveLength(1);
    world.wait(31 * DAY);
    await JOBS.tasks['share_pictures_sweep']?.(world.ctx, {});
    expect(await storedKeys(id)).toEqual([]);
    expect((await fetchPicture(id)).response.status).toBe(200);
  });
});
