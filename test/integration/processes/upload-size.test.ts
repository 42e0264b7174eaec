import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { pictureOf } from '../../support/picture.ts';
import { createWorld } from '../../support/world.ts';
import { startNginx } from '../support/nginx.ts';

const MAX = 5 * 1024 * 1024; // SPEC §8

test('§8, §7.7 behind nginx exactly 5 MiB of file passes and more is 413, every time', async () => {
  const world = await createWorld({ SHED_DELAY_MS: '250', TRUSTED_PROXIES: '127.0.0.1' });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const nginx = await startNginx([(world.app.server.address() as AddressInfo).port]);
  const picture = await pictureOf('jpeg');

  for (const path of [
    '/api/posts/upload-image',
    '/api/comments/upload-image',
    '/api/settings/avatar',
  ]) {
    const client = await world.member({ transport: 'bearer', exp: 1500 });
    const statusOf = async (bytes: number) => {
      const form = new FormData();
      form.append(
        'file',
        new Blob([new Uint8Array(picture), Buffer.alloc(bytes - picture.length)]),
        'a.jpg',
      );
      const response = await fetch(`${nginx.url}${path}`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${client.tokens.access}` },
      });
      await response.text();
      return response.status;
    };
    expect(await statusOf(MAX)).toBeOneOf([200, 201]);
    // All but the last are refused by the site, the last by nginx (client_max_body_size).
    for (const bytes of [MAX + 1, MAX + 1, MAX + 200_000, 40_000_000])
      expect([path, bytes, await statusOf(bytes)]).toEqual([path, bytes, 413]);
  }
});
