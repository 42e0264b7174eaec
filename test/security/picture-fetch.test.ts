import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { UPLOAD_BYTES_MAX } from '../../src/platform/images/limits.ts';
import { sniffFormat } from '../../src/platform/images/sniff.ts';
import { FetchFailed, type FetchFailure } from '../../src/platform/outbound/fetch-failed.ts';
import { createFileFetcher, FETCH_MS } from '../../src/platform/outbound/fetch-file.ts';
import { isPublicAddress } from '../../src/platform/outbound/public-address.ts';
import { createResolve } from '../../src/platform/outbound/resolve.ts';
import { isPublicTarget } from '../../src/platform/outbound/target.ts';
import { atEnd } from '../support/cleanup.ts';
import { startDns } from '../support/dns.ts';
import { pictureOf } from '../support/picture.ts';

/** Everything the site must not reach is here: on the same port of other addresses of this machine. */
const visits: string[] = [];
const picture = await pictureOf();
const listener = (request: IncomingMessage, response: ServerResponse) => {
  visits.push(`${request.socket.localAddress}${request.url}`);
  response.end(picture);
};

/** The one server that the fetcher may reach, and the only exception it makes for this file. */
const PICTURES = '127.0.0.2';
type Page = (request: IncomingMessage, response: ServerResponse) => void;
const pages = new Map<string, Page>();
const pictureServer = createServer((request, response) => {
  const page = pages.get(new URL(request.url ?? '', 'http://x').pathname);
  if (page) page(request, response);
  else response.end(picture);
});
const port = await new Promise<number>((resolve) =>
  pictureServer.listen(0, PICTURES, () => resolve((pictureServer.address() as AddressInfo).port)),
);
const inner = createServer(listener);
await new Promise<void>((resolve) => inner.listen(port, '127.0.0.1', resolve));
atEnd(() => {
  for (const server of [inner, pictureServer]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Names of the attacker: they resolve to whatever the attacker likes, and change whenever they like. */
const ZONE: Record<string, string[][] | 'silence'> = {
  'pictures.example': [[PICTURES]],
  'private.example': [['10.0.0.7']],
  'loopback.example': [['127.0.0.1']],
  'six.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'metadata.example': [['169.254.169.254']],
  'mixed.example': [['93.184.215.14', '127.0.0.1']],
  'mixed-six.example': [['93.184.215.14', 'fd00:ec2::254']],
  'rebinding.example': [[PICTURES], ['127.0.0.1']],
  'silent.example': 'silence',
  'xn--fiq228c.example': [['192.168.0.10']],
};
const dns = await startDns((name, query) => {
  const entry = ZONE[name];
  if (!entry || entry === 'silence') return entry ?? 'no such name';
  return entry[Math.min(query, entry.length - 1)] ?? [];
});

const rules = {
  bytes_max: UPLOAD_BYTES_MAX,
  accepts: (head: Buffer) => sniffFormat(head) !== undefined,
};
const options = { userAgent: 'tests', accept: 'image/png', ownHost: 'lamplight.example' };
const resolve = createResolve([dns.server]);
/** As in production, except for the name server and one address and port. */
const fetchFile = createFileFetcher({
  ...options,
  resolve,
  isReachable: (address, to) =>
    (address === PICTURES && to === port) || isPublicTarget(address, to),
});

/** Without the rule about ports, so that only the address is left to refuse. */
const onAnyPort = createFileFetcher({ ...options, resolve, isReachable: isPublicAddress });

async function failureOf(
  url: string,
  get: typeof fetchFile = fetchFile,
): Promise<FetchFailure | 'fetched'> {
  try {
    await get(url, rules);
    return 'fetched';
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    return error.reason;
  }
}

beforeEach(() => {
  visits.length = 0;
  pages.clear();
});

const at = (host: string) => `http://${host}:${port}/x.png`;

test('A43 the server that the list below may reach is reached', async () => {
  expect(await fetchFile(at('pictures.example'), rules)).toEqual(picture);
  expect(await fetchFile(at(PICTURES), rules)).toEqual(picture);
});

/** The number, the target, and what it tries. Each is tried on port 80 and on a port where something responds. */
const PRIVATE: [number: string, host: string, kind: string][] = [
  ['F01', '127.0.0.1', 'loopback'],
  ['F02', '127.1', 'loopback in short'],
  ['F03', '127.0.1', 'loopback in three parts'],
  ['F04', '2130706433', 'loopback as one number'],
  ['F05', '0x7f000001', 'loopback in hexadecimal'],
  ['F06', '0x7f.0x0.0x0.0x1', 'loopback in hexadecimal parts'],
  ['F07', '017700000001', 'loopback in octal'],
  ['F08', '0177.0.0.01', 'loopback in octal parts'],
  ['F09', '127.0.0.1.', 'loopback with a dot at the end'],
  ['F10', '１２７.０.０.１', 'loopback in full-width digits'],
  ['F11', '127。0。0。1', 'loopback with ideographic full stops'],
  ['F12', '①②⑦.⓪.⓪.①', 'loopback in enclosed digits'],
  ['F13', '%31%32%37.0.0.1', 'loopback in percent encoding'],
  ['F14', '0.0.0.0', 'this host'],
  ['F15', '0', 'this host as one number'],
  ['F16', '10.1.2.3', 'private use'],
  ['F17', '172.16.0.1', 'private use'],
  ['F18', '192.168.1.1', 'private use'],
  ['F19', '100.64.0.1', 'shared by a carrier'],
  ['F20', '169.254.1.1', 'link-local'],
  ['F21', '169.254.169.254', 'metadata of AWS, Google Cloud, Azure and others'],
  ['F22', '100.100.100.200', 'metadata of Alibaba Cloud'],
  ['F23', '192.0.0.192', 'metadata of Oracle Cloud'],
  ['F24', '168.63.129.16', 'the platform of Azure'],
  ['F25', '198.18.0.1', 'benchmarking'],
  ['F26', '203.0.113.5', 'documentation'],
  ['F27', '224.0.0.1', 'multicast'],
  ['F28', '240.0.0.1', 'reserved'],
  ['F29', '255.255.255.255', 'broadcast'],
  ['F30', '192.88.99.1', 'a relay of 6to4'],
  ['F31', '[::1]', 'IPv6 loopback'],
  ['F32', '[::]', 'IPv6 this host'],
  ['F33', '[0:0:0:0:0:0:0:1]', 'IPv6 loopback in full'],
  ['F34', '[::ffff:127.0.0.1]', 'IPv4-mapped'],
  ['F35', '[::ffff:7f00:1]', 'IPv4-mapped in hexadecimal'],
  ['F36', '[::ffff:169.254.169.254]', 'IPv4-mapped metadata'],
  ['F37', '[::127.0.0.1]', 'IPv4-compatible'],
  ['F38', '[64:ff9b::7f00:1]', 'NAT64'],
  ['F39', '[64:ff9b:1::a00:1]', 'NAT64 of a network'],
  ['F40', '[2002:7f00:1::]', '6to4'],
  ['F41', '[2001:0:a00:1::1]', 'Teredo'],
  ['F42', '[fc00::1]', 'unique local'],
  ['F43', '[fd00:ec2::254]', 'IPv6 metadata of AWS'],
  ['F44', '[fe80::1]', 'IPv6 link-local'],
  ['F45', '[fec0::1]', 'IPv6 site-local'],
  ['F46', '[ff02::1]', 'IPv6 multicast'],
  ['F47', '[2001:db8::1]', 'IPv6 documentation'],
  ['F48', '[3fff::1]', 'IPv6 documentation, new'],
  ['F49', '[5f00::1]', 'segment routing'],
  ['F50', '[100::1]', 'discard'],
  ['F51', 'localhost', 'a name of this host'],
  ['F52', 'localhost.', 'a name of this host, complete'],
  ['F53', 'a.localhost', 'below a name of this host'],
  ['F54', 'LOCALHOST', 'a name of this host in capitals'],
  ['F55', 'redis', 'a name inside a network'],
  ['F56', 'metadata.google.internal', 'metadata of Google Cloud by name'],
  ['F57', 'printer.local', 'a name of the local network'],
  ['F58', 'nas.home.arpa', 'a name of a home'],
  ['F59', 'private.example', 'a name with a private address'],
  ['F60', 'loopback.example', 'a name with a loopback address'],
  ['F61', 'six.example', 'a name with an IPv6 loopback address'],
  ['F62', 'mapped.example', 'a name with an IPv4-mapped address'],
  ['F63', 'metadata.example', 'a name with the metadata address'],
  ['F64', 'mixed.example', 'a name with a public and a loopback address'],
  ['F65', 'mixed-six.example', 'a name with a public and a private IPv6 address'],
  ['F66', 'private.example.', 'a complete name with a private address'],
  ['F67', '中文.example', 'an international name with a private address'],
  ['F68', 'no-such-name.example', 'a name that does not exist'],
  ['F69', 'lamplight.example', 'this site itself'],
];

test.each(PRIVATE)('A43 %s a private target is refused: %s, %s', async (_number, host) => {
  expect(await Promise.all([failureOf(`http://${host}/`), failureOf(at(host), onAnyPort)])).toEqual(
    ['address', 'address'],
  );
  expect(visits).toEqual([]);
});

const OTHER: [number: string, url: string, kind: string][] = [
  ['F70', `http://pictures.example@127.0.0.1:${port}/`, 'a name in front of the host'],
  ['F71', `http://user:secret@pictures.example:${port}/`, 'a password'],
  ['F72', `http://127.0.0.1:${port}#@pictures.example/`, 'a host after the fragment'],
  ['F73', `http://127.0.0.1:${port}\\@pictures.example/`, 'a backslash'],
  ['F74', `http://pictures.example:${port}/x\r\nHost: inner`, 'a line break'],
  ['F75', `http://pictures.example:${port}/x\tx`, 'a tab'],
  ['F76', `http://pictures.exa\nmple:${port}/`, 'a line break in the name'],
  ['F77', 'http://pictures.example:22/', 'a port of SSH'],
  ['F78', 'http://pictures.example:6379/', 'a port of Redis'],
  ['F79', 'https://pictures.example:8443/', 'another port'],
  ['F80', 'file:///etc/passwd', 'a file'],
  ['F81', 'gopher://pictures.example:70/x', 'gopher'],
  ['F82', 'ftp://pictures.example/x.png', 'ftp'],
  ['F83', 'data:image/png;base64,AAAA', 'data'],
  ['F84', 'javascript:alert(1)', 'a script'],
  ['F85', `//pictures.example:${port}/x.png`, 'no scheme'],
  ['F86', 'http://[fe80::1%25eth0]/', 'an address with a zone'],
  ['F87', 'http://256.256.256.256/', 'an address that is none'],
  ['F88', `http://pictures.example:${port}/${'a'.repeat(2048)}`, 'a very long address'],
  ['F89', 'http:///x.png', 'no host'],
  ['F90', 'http://..example/', 'empty labels'],
];

test.each(OTHER)('A43 %s an address is refused by its text: %s, %s', async (_number, url) => {
  expect(await failureOf(url)).toBe('address');
  expect(visits).toEqual([]);
});

/** What `pictures.example` redirects to, and how that ends. */
const REDIRECTS: [number: string, location: string, reason: FetchFailure | 'fetched'][] = [
  ['F91', `http://127.0.0.1:${port}/`, 'address'],
  ['F92', 'http://169.254.169.254/latest/meta-data/', 'address'],
  ['F93', `http://[::ffff:7f00:1]:${port}/`, 'address'],
  ['F94', `http://loopback.example:${port}/`, 'address'],
  ['F95', `http://localhost:${port}/`, 'address'],
  ['F96', `//127.0.0.1:${port}/`, 'address'],
  ['F97', 'file:///etc/passwd', 'address'],
  ['F98', 'gopher://127.0.0.1:6379/_FLUSHALL', 'address'],
  ['F99', 'data:image/png;base64,AAAA', 'address'],
  ['F100', `http://user:secret@pictures.example:${port}/`, 'address'],
  ['F101', 'http://pictures.example:6379/', 'address'],
  ['F102', '/redirect', 'unreachable'],
  ['F103', '', 'unreachable'],
  ['F104', '/elsewhere.png', 'fetched'],
];

test.each(REDIRECTS)('A43 %s a redirect to %j ends as: %s', async (_number, location, reason) => {
  pages.set('/redirect', (_, response) => void response.writeHead(302, { location }).end());
  expect(await failureOf(`http://pictures.example:${port}/redirect`)).toBe(reason);
  expect(visits).toEqual([]);
});

test('A43 F105 three redirects are followed, a fourth is not', async () => {
  for (let hop = 0; hop < 4; hop++)
    pages.set(`/${hop}`, (_, response) => {
      response.writeHead(307, { location: `/${hop + 1}` }).end();
    });
  expect(await failureOf(`http://pictures.example:${port}/1`)).toBe('fetched');
  expect(await failureOf(`http://pictures.example:${port}/0`)).toBe('unreachable');
});

test('A43 F106 rebinding: a name is resolved once, and the connection goes to the checked address', async () => {
  dns.questions.length = 0;
  expect(await fetchFile(at('rebinding.example'), rules)).toEqual(picture);
  expect(dns.questions.sort()).toEqual(['rebinding.example ipv4', 'rebinding.example ipv6']);
  // Meanwhile the name leads to this machine: the next fetch and a redirect resolve it again and refuse.
  expect(await failureOf(at('rebinding.example'))).toBe('address');
  pages.set('/redirect', (_, response) => {
    response.writeHead(302, { location: at('rebinding.example') }).end();
  });
  expect(await failureOf(`http://pictures.example:${port}/redirect`)).toBe('address');
  expect(visits).toEqual([]);
});

test('A43 F107 a name server that is silent ends the attempt in time', async () => {
  const since = performance.now();
  expect(await failureOf(at('silent.example'))).toBe('address');
  expect(performance.now() - since).toBeLessThan(FETCH_MS);
});

test('A43 F108 whether a name inside the network exists shows neither in the refusal nor in its time', async () => {
  const measure = async (host: string) => {
    const since = performance.now();
    const error = await fetchFile(`http://${host}/`, rules).catch((failure) => failure);
    return [error.reason, performance.now() - since] as const;
  };
  const [hidden, missing] = [await measure('private.example'), await measure('missing.example')];
  expect([hidden[0], missing[0]]).toEqual(['address', 'address']);
  expect(Math.abs(hidden[1] - missing[1])).toBeLessThan(100);
});

test('A43 F109 from https no redirect leads to http', async () => {
  const { readTarget } = await import('../../src/platform/outbound/target.ts');
  const base = new URL('https://pictures.example/');
  expect(() => readTarget('http://pictures.example/', isPublicTarget, base)).toThrow('downgrade');
  expect(readTarget('/x.png#y', isPublicTarget, base).href).toBe('https://pictures.example/x.png');
});

test('A43 F110 the request names this site, and has no cookie, referrer or credential', async () => {
  let headers: IncomingMessage['headers'] = {};
  pages.set('/x.png', (request, response) => {
    headers = request.headers;
    response.writeHead(200, { 'set-cookie': 'a=b' }).end(picture);
  });
  await fetchFile(at('pictures.example.'), rules);
  await fetchFile(at('pictures.example'), rules);
  expect(headers).toEqual({
    host: `pictures.example:${port}`,
    accept: 'image/png',
    'user-agent': 'tests',
    'accept-encoding': 'identity',
    connection: 'close',
  });
});

/** Made before a test measures its time. */
const BOMB = gzipSync(Buffer.alloc(50_000_000));

/** What a server that may be reached sends, and how that ends. */
const BODIES: [number: string, what: string, reason: FetchFailure, page: Page][] = [
  [
    'F111',
    'declares more than the limit',
    'size',
    (_, response) =>
      void response.writeHead(200, { 'content-length': UPLOAD_BYTES_MAX + 1 }).write(picture),
  ],
  [
    'F112',
    'sends more than the limit without declaring it',
    'size',
    (_, response) => {
      response.write(picture);
      const more = () => response.write(Buffer.alloc(256 * 1024)) && setImmediate(more);
      response.on('drain', more);
      more();
    },
  ],
  [
    'F113',
    'a compressed bomb',
    'type',
    (_, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'image/png' })
        .end(BOMB),
  ],
  ['F114', 'an encoding nobody knows', 'type', encoded('x-unknown')],
  ['F115', 'two encodings', 'type', encoded('gzip, identity')],
  ['F116', 'SVG', 'type', text('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['F117', 'HTML that calls itself a picture', 'type', text('image/jpeg', '<!doctype html><p>')],
  ['F118', 'a secret file', 'type', text('text/plain', 'root:x:0:0:root:/root:/bin/sh')],
  ['F119', 'nothing', 'type', text('image/png', '')],
  ['F120', 'a few bytes', 'type', text('image/png', '\x89PNG')],
  ['F121', 'an error page with a picture', 'unreachable', status(404)],
  ['F122', 'no content', 'unreachable', status(204)],
  ['F123', 'a part of a file', 'unreachable', status(206)],
  ['F124', 'a multiple choice', 'unreachable', status(300)],
  [
    'F125',
    'one byte a moment',
    'slow',
    (_, response) => {
      response.write(picture.subarray(0, 12));
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
  ['F126', 'headers and then nothing', 'slow', (_, response) => response.flushHeaders()],
];

test.each(BODIES)('A43 %s a response is refused: %s (%s)', async (_number, _what, reason, page) => {
  pages.set('/x.png', page);
  const since = performance.now();
  expect(await failureOf(at('pictures.example'))).toBe(reason);
  expect(performance.now() - since).toBeLessThan(reason === 'slow' ? 5_000 : 1_500);
});

function text(type: string, body: string): Page {
  return (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body, 'latin1');
}

function encoded(encoding: string): Page {
  return (_, response) =>
    void response.writeHead(200, { 'content-encoding': encoding }).end(picture);
}

function status(code: number): Page {
  return (_, response) => void response.writeHead(code).end(code === 204 ? undefined : picture);
}

/** Below HTTP: what a socket sends, or does. */
const RAW: [number: string, what: string, reason: FetchFailure, bytes: string | 'endless'][] = [
  ['F127', 'not HTTP', 'unreachable', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['F128', 'headers that never end', 'unreachable', 'endless'],
  ['F129', 'huge headers', 'unreachable', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  [
    'F130',
    'two lengths',
    'unreachable',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
  ],
  [
    'F131',
    'a length and chunks',
    'unreachable',
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  ],
  [
    'F132',
    'another protocol',
    'unreachable',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  [
    'F133',
    'interim responses without end',
    'unreachable',
    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50),
  ],
  [
    'F135',
    'a picture of which each byte is a chunk',
    'unreachable',
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nc\r\nGIF89a123456\r\n${'1\r\nx\r\n'.repeat(100_000)}`,
  ],
];

test.each(RAW)('A43 %s a socket sends %s', async (_number, _what, reason, bytes) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    if (bytes !== 'endless') return void socket.write(bytes);
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`x-${'y'.repeat(500)}: z\r\n`), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const to = await new Promise<number>((done) =>
    server.listen(0, PICTURES, () => done((server.address() as AddressInfo).port)),
  );
  const get = createFileFetcher({
    ...options,
    resolve,
    isReachable: (address, at) => address === PICTURES && at === to,
  });
  const since = performance.now();
  expect(await failureOf(`http://pictures.example:${to}/`, get)).toBe(reason);
  expect(performance.now() - since).toBeLessThan(2_000);
  server.close();
});

test('A43 F134 a public address and no other: the edges of every special block', () => {
  const inside = ['0.255.255.255', '100.127.255.255', '172.31.255.255', '198.19.255.255'];
  const outside = [
    '1.0.0.1',
    '100.128.0.1',
    '172.32.0.1',
    '198.20.0.1',
    '9.255.255.255',
    '11.0.0.1',
  ];
  const six = ['2606:4700::1111', '2400:cb00::1', '2a00:1450:4001::1'];
  expect([...inside, '::ffff:8.8.8.8', 'fe80::1%eth0', '', 'x'].filter(isPublicAddress)).toEqual(
    [],
  );
  expect([...outside, ...six].filter((address) => !isPublicAddress(address))).toEqual([]);
});
