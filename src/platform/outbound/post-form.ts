import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, literalAddress, PrivateAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;
/** Of a response; it is read only so that the connection ends properly. */
const RESPONSE_BYTES_MAX = 64 * 1024;

/**
 * Sends a form to another server and returns the status. Follows no redirect. Unless `allowsPrivate`, it connects to
 * public addresses only, so that nothing inside the operator's network can be reached: the address is checked when it is
 * resolved, because a name may resolve to another one a moment later.
 */
export function postForm(
  url: URL,
  fields: Record<string, string>,
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // A literal address is never looked up.
    const literal = literalAddress(url);
    if (!allowsPrivate && literal && !isPublicAddress(literal))
      return reject(new PrivateAddress(literal));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const body = new URLSearchParams(fields).toString();
    const request = send(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
        // The whole exchange, not only its pauses.
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(allowsPrivate ? {} : { lookup: lookUpPublic }),
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > RESPONSE_BYTES_MAX) response.destroy();
        });
        response.on('close', () => resolve(response.statusCode ?? 0));
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
