import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const HOURS = 3600;

const toPost = (client: Client, bytes: Buffer, headers: Record<string, string> = {}) =>
  client.upload('/api/posts/upload-image', bytes, { headers });

describe('§4 POST /api/posts/upload-image', () => {
  test('§4 POST /api/posts/upload-image, §8 Post image upload, D48, ASVS 5.3.1, 5.3.2, 5.4.2 detects an image by content, stores it under a generated name, and serves it', async () => {
    const member = await world.member({ transport: 'bearer' });
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const response = await toPost(member, await pictureOf(format));
      expect([format, response.status]).toEqual([format, 201]);
      expect(response.body).toMatchObject({
        content_type: `image/${format}`,
        width: 64,
        height: 48,
      });
      expect(response.body.url).toMatch(
        /^\/uploads\/post\/\d{4}\/\d\d\/\d\d\/\d+\.[a-z0-9_-]{22}\.(jpg|png|gif|webp)$/,
      );
      const served = await member.get(response.body.url);
      expect([served.status, served.headers['content-type']]).toEqual([200, `image/${format}`]);
      expect(served.headers['x-content-type-options']).toBe('nosniff');
      expect(served.headers['content-security-policy']).toContain('sandbox');
      expect(served.headers['content-disposition']).toBe('inline');
    }
  });

  test('§7.7a, §7.7b, ASVS 1.3.4, 5.1.1, 5.2.1 a file that is not an image, too large or has too many pixels is refused, each with its code', async () => {
    const member = await world.member({ transport: 'bearer' });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    const truncated = (await pictureOf('png', 500)).subarray(0, 200);
    const huge = Buffer.concat([await pictureOf('png'), Buffer.alloc(5 * 1024 * 1024)]);
    const background = '#000';
    const wide = await sharp({ create: { width: 7000, height: 6000, channels: 3, background } })
      .png()
      .toBuffer();
    const codeOf = async (bytes: Buffer) => {
      const response = await toPost(member, bytes);
      return [response.status, response.body.code];
    };
    expect(await codeOf(svg)).toEqual([415, 'image_type']);
    expect(await codeOf(Buffer.from('not an image'))).toEqual([415, 'image_type']);
    expect(await codeOf(truncated)).toEqual([422, 'image_broken']);
    expect(await codeOf(huge)).toEqual([413, 'payload_too_large']);
    expect(await codeOf(wide)).toEqual([422, 'image_too_large']);
    expect(await world.sql('select 1 from upload where uid = $1', [member.uid])).toEqual([]);
  });

  test('A39 many parts and a missing file are refused', async () => {
    const member = await world.member({ transport: 'bearer' });
    const boundary = 'b';
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n`;
    const send = (payload: string) =>
      member.raw({
        method: 'POST',
        url: '/api/posts/upload-image',
        headers: {
          authorization: `Bearer ${member.tokens.access}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload,
      });
    const many = await send(`${part.repeat(1000)}--${boundary}--\r\n`);
    expect([413, 415]).toContain(many.status);
    expect((await send(`--${boundary}--\r\n`)).status).toBe(400);
  });

  test('D8 a retry with the same key and file is one upload; another file under the key is refused', async () => {
    const member = await world.member({ transport: 'bearer' });
    const key = { 'idempotency-key': 'picture' };
    const first = await toPost(member, await pictureOf(), key);
    const second = await toPost(member, await pictureOf(), key);
    expect([second.status, second.text]).toEqual([201, first.text]);
    const other = await toPost(member, await pictureOf('png', 65), key);
    expect(other.body.code).toBe('idempotency_key_reused');
    expect(await world.sql('select 1 from upload where uid = $1', [member.uid])).toHaveLength(1);
  });
});

describe('§4 POST /api/comments/upload-image', () => {
  test('§4 POST /api/comments/upload-image, §7.8a, §8 Comment image upload: below Lv4 it is refused, from Lv4 JPEG and PNG become WebP', async () => {
    const low = await world.member({ transport: 'bearer', exp: 1499 });
    const high = await world.member({ transport: 'bearer', exp: 1500 });
    const url = '/api/comments/upload-image';
    const refused = await low.upload(url, await pictureOf());
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'level_too_low', required_level: 4, level: 3 },
    ]);
    for (const format of ['jpeg', 'png'] as const) {
      const response = await high.upload(url, await pictureOf(format));
      expect([response.status, response.body.content_type]).toEqual([201, 'image/webp']);
    }
    expect((await high.upload(url, await pictureOf('gif'))).body.code).toBe('image_type');
  });

  test.each([
    ['zh-CN', '不支持该图片格式，可以上传：JPG, PNG。'],
    ['en', 'This image format is not accepted here. Accepted: JPG, PNG.'],
  ])(
    '§8 Comment image upload: in %s the refusal of a GIF names the accepted formats, without GIF',
    async (language, detail) => {
      const member = await world.member({ transport: 'bearer', exp: 1500 });
      const headers = { 'accept-language': language };
      const gif = await pictureOf('gif');
      const refused = await member.upload('/api/comments/upload-image', gif, { headers });
      expect([refused.status, refused.body.detail]).toEqual([415, detail]);
      const text = Buffer.from('no image');
      const post = await member.upload('/api/posts/upload-image', text, { headers });
      expect(post.body.accepted).toBe('JPG, PNG, GIF, WebP');
    },
  );
});

describe('A40 only own uploads are shown', () => {
  const show = (url: string) => ({ title: '图', body: `<p>x</p><img src="${url}" alt="a">` });

  test("a member's own image stays in a post; another member's, an unknown one and a foreign URL are removed", async () => {
    const [author, other] = [
      await world.member({ transport: 'bearer', exp: 1 }),
      await world.member({ transport: 'bearer', exp: 1 }),
    ];
    const { url } = (await toPost(author, await pictureOf())).body;
    expect((await author.post('/api/studio/posts', show(url))).body.body).toContain(`src="${url}"`);
    for (const src of [
      url,
      '/uploads/post/2026/01/01/none.png',
      'https://evil.example/x.png',
      'data:image/png;base64,AA',
    ]) {
      const { body } = (await other.post('/api/studio/posts', show(src))).body;
      expect([src, body.includes('<img')]).toEqual([src, false]);
    }
  });

  test('D48 an unused upload is swept after a day, file and row; one that a post shows stays, also with a name from before names had a uid', async () => {
    const own = await createWorld();
    const author = await own.member({ transport: 'bearer', exp: 1 });
    const used = (await toPost(author, await pictureOf())).body;
    const unused = (await toPost(author, await pictureOf())).body;
    await author.post('/api/studio/posts', show(used.url));
    const older = (await toPost(author, await pictureOf())).body;
    const key = older.url.slice('/uploads/'.length).replace(`/${author.uid}.`, '/');
    await own.ctx.storage.put(key, await pictureOf());
    await own.sql('update upload set key = $2 where id = $1', [older.id, key]);
    await author.post('/api/studio/posts', show(`/uploads/${key}`));
    await own.ctx.storage.put('post/2026/01/01/stray.png', await pictureOf());
    const sweep = () => JOBS.tasks['uploads_sweep']?.(own.ctx, {});
    const status = async (url: string) => (await author.get(url)).status;

    await sweep();
    expect([await status(used.url), await status(unused.url)]).toEqual([200, 200]);
    own.wait(25 * HOURS);
    await author.logIn(author.email, PASSWORD, 'bearer');
    await sweep();
    expect([await status(used.url), await status(unused.url)]).toEqual([200, 404]);
    expect(await status(`/uploads/${key}`)).toBe(200);
    expect(await status('/uploads/post/2026/01/01/stray.png')).toBe(404);
    const rows = await own.sql('select id from upload order by id');
    expect(rows.map((row) => row['id'])).toEqual([used.id, older.id]);
  });
});

test('ASVS 5.4.1 any path that is not a generated name is not found', async () => {
  for (const path of [
    '../package.json',
    '..%2f..%2fpackage.json',
    'post/../../x',
    '.tmp/x',
    'post/%00',
    '',
  ]) {
    const response = await world.visitor().raw({ method: 'GET', url: `/uploads/${path}` });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

describe('§4 POST /api/settings/avatar', () => {
  const toAvatar = (client: Client, bytes: Buffer) => client.upload('/api/settings/avatar', bytes);

  test("§4 POST /api/settings/avatar, D48 makes a square picture, shown beside its owner's posts at once", async () => {
    const member = await world.member({ transport: 'bearer', exp: 1 });
    const post = { title: '头像', body: '<p>一篇</p>' };
    const { id } = (await member.post('/api/studio/posts', post)).body;
    expect((await world.visitor().get(`/api/posts/${id}`)).body.author.avatar_url).toBeNull();
    const response = await toAvatar(member, await pictureOf('jpeg', 300));
    expect(response.status).toBe(200);
    expect((await world.visitor().get(`/api/posts/${id}`)).body.author).toEqual({
      uid: member.uid,
      username: null,
      name: `用户${member.uid}`,
      avatar_url: response.body.avatar_url,
      level: 1,
    });
    const served = await world.visitor().raw({ method: 'GET', url: response.body.avatar_url });
    expect(served.headers['content-type']).toBe('image/webp');
    const [stored] = await world.sql('select width, height from upload where uid = $1', [
      member.uid,
    ]);
    expect(stored?.['width']).toBe(stored?.['height']);
  });

  test('D48 a replaced picture is swept, the current one is not', async () => {
    const member = await world.member({ transport: 'bearer' });
    const old = (await toAvatar(member, await pictureOf('png'))).body.avatar_url;
    const shown = (await toAvatar(member, await pictureOf('webp'))).body.avatar_url;
    world.wait(25 * HOURS);
    await JOBS.tasks['uploads_sweep']?.(world.ctx, {});
    const status = async (url: string) =>
      (await world.visitor().raw({ method: 'GET', url })).status;
    expect([await status(old), await status(shown)]).toEqual([404, 200]);
  });

  test('§7.7 a file that is not an image is refused and the old picture stays', async () => {
    const member = await world.member({ transport: 'bearer' });
    const { avatar_url } = (await toAvatar(member, await pictureOf())).body;
    expect((await toAvatar(member, Buffer.from('no image'))).body.code).toBe('image_type');
    const [row] = await world.sql('select avatar_key from users where uid = $1', [member.uid]);
    expect(avatar_url).toBe(`/uploads/${row?.['avatar_key']}`);
  });
});
