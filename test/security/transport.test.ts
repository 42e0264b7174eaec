import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { openRedis } from '../../src/platform/redis.ts';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { startChild } from '../support/child.ts';

/** A man in the middle with a certificate of its own, generated for this run. */
const directory = mkdtempSync(join(tmpdir(), 'lamplight-tls-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function certificate(): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync(
    'openssl',
    [
      'req',
      ...kind,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

describe.skipIf(!hasBinary('openssl'))('ASVS 12.3.1 an untrusted certificate is refused', () => {
  const PASSWORD = 'must not be sent';

  test('ASVS 12.3.1 by the connections to PostgreSQL, with verify-full', async () => {
    const { key, cert } = certificate();
    const received: string[] = [];
    let handshakes = 0;
    const impostor = createServer((socket: Socket) => {
      // PostgreSQL's reply to a client's request for TLS.
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        handshakes++;
        secure.on('data', (bytes) => received.push(bytes.toString('latin1')));
        secure.on('error', () => {});
      });
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    const url = `postgres://lamplight:${encodeURIComponent(PASSWORD)}@localhost:${port}/x`;
    const pool = openPool({ url: `${url}?sslmode=verify-full`, role: '', size: 1, name: 'test' });
    await expect(pool.query('select 1')).rejects.toThrow(/self-signed certificate/);
    await pool.end();
    impostor.close();
    expect(handshakes).toBe(1);
    expect(received).toEqual([]);
  });

  test('ASVS 12.3.1 by the connection to Redis, with rediss', async () => {
    const received: string[] = [];
    const impostor = createTlsServer(certificate(), (socket) => {
      socket.on('data', (bytes) => received.push(bytes.toString()));
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    const { promise, resolve } = Promise.withResolvers<Error>();
    const redis = openRedis(`rediss://:${encodeURIComponent(PASSWORD)}@localhost:${port}`, resolve);
    expect((await promise).message).toMatch(/self-signed certificate/);
    redis.disconnect();
    impostor.close();
    expect(received).toEqual([]);
  });
});

describe.skipIf(!hasBinary('caddy'))('ASVS 12.1.1, 12.2.1 the shipped proxy', async () => {
  const port = await freePort();
  const web = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  afterAll(() => web.close());
  const shipped = readFileSync('deploy/caddy/Caddyfile', 'utf8');
  const file = join(directory, 'Caddyfile');
  // In this test: its own certificate authority instead of a public one, and no files outside the directory.
  const local = '\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n';
  const inner = `dynamic a 127.0.0.1 ${(web.address() as AddressInfo).port}`;
  writeFileSync(file, shipped.replace('\n{\n', local).replace('dynamic a web 3000', inner));
  // Not while the tests are collected: that happens without Caddy too.
  beforeAll(() =>
    startChild(findBinary('caddy', 'caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: {
        SITE: `https://localhost:${port}`,
        OWN_PROXY: '127.0.0.1',
        HOME: directory,
        XDG_DATA_HOME: directory,
        XDG_CONFIG_HOME: directory,
      },
      isReady: async () => (await speaks('TLSv1.3')) === 'TLSv1.3',
    }),
  );

  function speaks(version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const options = { host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false };
    const socket = connect(
      // The client's library also refuses old versions, unless configured otherwise.
      { ...options, minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' },
      () => resolve(socket.getProtocol() ?? 'none'),
    );
    socket.on('error', () => resolve('refused'));
    return promise.finally(() => socket.destroy());
  }

  test.each([
    ['TLSv1', 'refused'],
    ['TLSv1.1', 'refused'],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('ASVS 12.1.1, 12.2.1 a %s client gets %s', async (version, outcome) => {
    expect(await speaks(version)).toBe(outcome);
  });

  test('an https site is not served over plain http', () => {
    expect(shipped).toMatch(/^\{\$SITE\} \{$/m);
    expect(shipped).not.toMatch(/\bprotocols\b|auto_https|insecure|http:\/\//);
  });
});
