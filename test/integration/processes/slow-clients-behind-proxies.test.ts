import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../src/local/free-port.ts';
import { hasBinary } from '../../support/binaries.ts';
import { pictureOf } from '../../support/picture.ts';
import { sendFrom } from '../../support/send-from.ts';
import {
  openStalledDownloads,
  openStalledUploads,
  type Target,
} from '../../support/slow-clients.ts';
import { until } from '../../support/until.ts';
import { PASSWORD } from '../../support/world.ts';
import { openTestDatabase } from '../support/database.ts';
import { registerBearer, send } from '../support/http.ts';
import { startShippedCaddy, startShippedNginx } from '../support/shipped-proxies.ts';
import { startWeb } from '../support/web.ts';

const SLOW_CLIENTS = 200;
const ATTACKER = '127.0.0.66';
const VISITOR = '127.0.0.77';
const BOUNDARY = 'between-the-parts';
/** Larger than the kernel's socket buffers for an unread response. */
const SIDE = 1_200;

const database = await openTestDatabase();
const METRICS_PORT = String(await freePort());
const web = await startWeb(database.url, { TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT });
const member = await registerBearer(web.url);
/** Another account, because the number of sessions per account is limited. */
const { email } = await registerBearer(web.url);
const large = await sharp(randomBytes(SIDE * SIDE * 3), {
  raw: { width: SIDE, height: SIDE, channels: 3 },
})
  .png()
  .toBuffer();
const { url: picture } = await upload({ port: web.port }, VISITOR, large);
// A picture in a public post is public.
await database.sql('update users set exp = 1 where uid = $1', [member.uid]);
await send(web.url, 'POST', '/api/studio/posts', {
  token: member.access,
  body: { title: 'a large picture', body: `<p><img src="${picture}" alt=""></p>` },
});

type Front = { name: string; has: boolean; buffers: boolean; start(): Promise<Target> };
const FRONTS: Front[] = [
  {
    ...{ name: 'without a proxy', has: true, buffers: false },
    start: async () => ({ port: web.port }),
  },
  {
    ...{ name: 'behind the shipped nginx', has: hasBinary('nginx'), buffers: true },
    start: () => startShippedNginx(web.port),
  },
  {
    ...{ name: 'behind the shipped Caddy', has: hasBinary('caddy'), buffers: false },
    start: () => startShippedCaddy(web.port),
  },
];

describe.each(FRONTS.filter(({ has }) => has))(
  'L6, D13, ASVS 15.2.2 $name',
  async ({ buffers, start }) => {
    const target = await start();

    test('200 clients of one address that never send their bodies block no log-in', async () => {
      const slow = await openStalledUploads(target, '/api/auth/login', ATTACKER, SLOW_CLIENTS);
      onTestFinished(() => slow.close());
      // A buffering proxy forwards a request only when it is complete.
      if (!buffers) await until(async () => (await inFlight()) >= SLOW_CLIENTS);
      for (const from of [ATTACKER, VISITOR]) {
        expect([from, await logIn(target, from)]).toEqual([from, 200]);
        expect((await sendFrom(target, from, { path: '/api/posts' })).status).toBe(200);
      }
      expect(slow.connected()).toBe(SLOW_CLIENTS);
    });

    test('200 clients of one address that never read a picture block no upload and no read', async () => {
      const slow = await openStalledDownloads(target, picture, ATTACKER, SLOW_CLIENTS);
      onTestFinished(() => slow.close());
      await until(() => slow.served() === SLOW_CLIENTS);
      for (const from of [ATTACKER, VISITOR]) {
        const { status } = await upload(target, from, await pictureOf());
        expect([from, status]).toEqual([from, 201]);
        expect((await sendFrom(target, from, { path: '/api/posts' })).status).toBe(200);
        const { status: served, body } = await sendFrom(target, from, { path: picture });
        expect([from, served, body.length > large.length / 2]).toEqual([from, 200, true]);
      }
    });
  },
);

test('L6 a client that never sends its body gets a 408 and is disconnected', async () => {
  const slow = await openStalledUploads({ port: web.port }, '/api/auth/login', ATTACKER, 20);
  await until(() => slow.connected() === 0);
  expect(new Set(slow.statusLines())).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
});

async function inFlight(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
  return Number(/^lamplight_http_in_flight (\d+)/m.exec(await response.text())?.[1]);
}

async function logIn(target: Target, from: string): Promise<number> {
  const { status } = await sendFrom(target, from, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, transport: 'bearer' }),
  });
  return status;
}

async function upload(target: Target, from: string, bytes: Buffer) {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  const { status, body } = await sendFrom(target, from, {
    method: 'POST',
    path: '/api/posts/upload-image',
    headers: {
      authorization: `Bearer ${member.access}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Buffer.concat([Buffer.from(part), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
  return { status, url: status === 201 ? JSON.parse(`${body}`).url : '' };
}
