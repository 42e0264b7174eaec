import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { finished } from 'node:stream/promises';
import { FetchFailed } from './fetch-failed.ts';

const HEADER_BYTES_MAX = 16 * 1024;
/** 1xx responses before the response. */
const INTERIM_MAX = 5;
/** Below this rate a sender only occupies a slot. */
const BYTES_PER_SECOND_MIN = 4 * 1024;
const RATE_GRACE_MS = 3_000;
const RATE_CHECK_MS = 250;
/** Enough of a file to tell what it is. */
const HEAD_BYTES = 12;
/** A body in chunks of a byte each would cost seconds of the event loop, so after some small ones the average must be larger. */
const SMALL_CHUNKS_MAX = 1_000;
const CHUNK_BYTES_MIN = 128;

export type Response = { message: IncomingMessage; close(): void };

/** Sends a GET, or a POST if there is a body, to one of the checked addresses and waits for the headers. One connection, closed afterwards. */
export function sendRequest(
  url: URL,
  addresses: string[],
  {
    signal,
    headers,
    body,
  }: { signal: AbortSignal; headers: Record<string, string>; body?: string | Buffer },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const options: RequestOptions & { rejectUnauthorized: boolean; autoSelectFamily: boolean } = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' },
      signal,
      // No proxy of the environment, no connection of another request.
      agent: false,
      lookup: onlyThese(addresses),
      autoSelectFamily: true,
      maxHeaderSize: HEADER_BYTES_MAX,
      insecureHTTPParser: false,
      // Also if NODE_TLS_REJECT_UNAUTHORIZED is 0.
      rejectUnauthorized: true,
    };
    const request = send(url, options);
    const close = () => void request.destroy();
    let hasResponse = false;
    const fail = (detail: string) => {
      // From then on, reading the response fails by itself; what has arrived completely can still be read.
      if (hasResponse) return;
      reject(new FetchFailed('unreachable', detail));
      close();
    };
    let interim = 0;
    request.on('information', () => ++interim > INTERIM_MAX && fail('interim responses'));
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail('upgrade');
    });
    request.on('response', (message) => {
      hasResponse = true;
      resolve({ message, close });
    });
    // Stays for the life of the request: a socket can fail after the response was read.
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    request.on('close', () => fail('closed'));
    request.end(body);
  });
}

/** The addresses were checked, so nothing is resolved a second time. */
function onlyThese(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

export type FileRules = { bytes_max: number; accepts(head: Buffer): boolean };

/** Reads the body up to the limits; judges its first bytes before the rest is downloaded. */
export async function readFile(message: IncomingMessage, rules: FileRules): Promise<Buffer> {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  // Somebody who compresses although we asked not to may be sending a bomb.
  if (encoding.toLowerCase() !== 'identity') throw new FetchFailed('type', 'content encoding');
  if (Number(message.headers['content-length']) > rules.bytes_max)
    throw new FetchFailed('size', 'declared');
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isAccepted = false;
  const problemWith = (chunk: Buffer): FetchFailed | undefined => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > rules.bytes_max) return new FetchFailed('size', 'received');
    if (chunks.length > SMALL_CHUNKS_MAX && bytes < chunks.length * CHUNK_BYTES_MIN)
      return new FetchFailed('unreachable', 'small chunks');
    if (isAccepted || bytes < HEAD_BYTES) return undefined;
    isAccepted = rules.accepts(Buffer.concat(chunks));
    return isAccepted ? undefined : new FetchFailed('type', 'first bytes');
  };
  // Not `for await`, which joins the chunks that have arrived: they could not be counted.
  message.on('data', (chunk: Buffer) => {
    const problem = problemWith(chunk);
    if (problem) message.destroy(problem);
  });
  const rate = watchRate(
    () => bytes,
    (failure) => message.destroy(failure),
  );
  try {
    await finished(message);
  } finally {
    rate.stop();
  }
  if (!message.complete) throw new FetchFailed('unreachable', 'incomplete');
  if (!isAccepted) throw new FetchFailed('type', 'too short');
  return Buffer.concat(chunks);
}

function watchRate(read: () => number, stop: (failure: FetchFailed) => void) {
  const since = performance.now();
  const timer = setInterval(() => {
    const elapsed = performance.now() - since;
    if (elapsed >= RATE_GRACE_MS && read() < (elapsed / 1000) * BYTES_PER_SECOND_MIN)
      stop(new FetchFailed('slow', 'rate'));
  }, RATE_CHECK_MS);
  return { stop: () => clearInterval(timer) };
}
