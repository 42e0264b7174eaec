import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { inSpan, traceHeaders } from '../tracing/tracing.ts';
import { isPublicAddress, literalAddress, PrivateAddress } from './public-address.ts';

/** More of a response is not read. */
const RESPONSE_BYTES_MAX = 64 * 1024;

type Message = { headers: Record<string, string>; body: string };
type Options = { allowsPrivate: boolean; timeoutMs: number };
type Response = { status: number; body: string };

/**
 * Sends a POST to another server and returns its response. Follows no redirect. Unless `allowsPrivate`, it connects to
 * public addresses only, so that nothing inside the operator's network can be reached: the address is checked when it is
 * resolved, because a name may resolve to another one a moment later.
 */
export function sendPost(url: URL, message: Message, options: Options): Promise<Response> {
  const attributes = { 'http.request.method': 'POST', 'server.address': url.hostname };
  return inSpan('POST', { kind: 'client', attributes }, () => exchange(url, message, options));
}

function exchange(
  url: URL,
  { headers, body }: Message,
  { allowsPrivate, timeoutMs }: Options,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // A literal address is never looked up.
    const literal = literalAddress(url);
    if (!allowsPrivate && literal && !isPublicAddress(literal))
      return reject(new PrivateAddress(literal));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...traceHeaders(), ...headers, 'content-length': Buffer.byteLength(body) },
        // The whole exchange, not only its pauses.
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowsPrivate ? {} : { lookup: lookUpPublic }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > RESPONSE_BYTES_MAX) response.destroy();
        });
        response.on('close', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) return callback(new PrivateAddress(refused.address), []);
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};
