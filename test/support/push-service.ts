import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

/** The other side of RFC 8030, 8188, 8291 and 8292, written with node:crypto only: a push service, and browsers behind it. */
export type PushService = {
  origin: string;
  received: Received[];
  /** Of its next responses; 201 by default. */
  status: number;
  createBrowser(): TestBrowser;
};

type Received = { path: string; headers: IncomingMessage['headers']; body: Buffer };

export type TestBrowser = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** The messages for this browser, decrypted. */
  read(): Message[];
};

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads of every shape.
type Message = { payload: any; plain: Buffer; headers: IncomingMessage['headers'] };

export async function openPushService(): Promise<PushService> {
  const received: Received[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: await buffer(request) });
    response.writeHead(service.status).end();
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => void server.close());
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: 201,
    createBrowser: () => createBrowser(service),
  };
  return service;
}

function createBrowser({ origin, received }: PushService): TestBrowser {
  const key = createECDH('prime256v1');
  const p256dh = key.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${randomBytes(16).toString('hex')}`;
  return {
    endpoint: origin + path,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    read: () =>
      received
        .filter((one) => one.path === path)
        .map(({ headers, body }) => {
          const plain = decryptPush(body, { privateKey: key.getPrivateKey(), p256dh, auth });
          return { plain, headers, payload: JSON.parse(plain.toString()) };
        }),
  };
}

type Receiver = { privateKey: Buffer; p256dh: Buffer; auth: Buffer };

/** RFC 8291, section 3.4, and one record of RFC 8188. Throws if a single bit is wrong. */
export function decryptPush(body: Buffer, { privateKey, p256dh, auth }: Receiver): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const key = createECDH('prime256v1');
  key.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
  const secret = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
    );
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding');
  return padded.subarray(0, end);
}

/** RFC 8292: who sent it, and the claims of the token. Throws if the signature is not by the key that is named. */
export function readSender(authorization: string): {
  public_key: string;
  claims: { aud: string; exp: number; sub: string };
} {
  const [, token = '', public_key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(public_key, 'base64url');
  const x = raw.subarray(1, 33).toString('base64url');
  const y = raw.subarray(33).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) throw new Error('not signed by the key of the header');
  return { public_key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
