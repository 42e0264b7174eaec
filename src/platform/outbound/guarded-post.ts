import ipaddr from 'ipaddr.js';
import { FetchFailed } from './fetch-failed.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';
import { sendRequest } from './receive.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { assertReachable, type Reachable, readTarget } from './target.ts';

/** The whole exchange: names, connection and the head of the response. */
const TIMEOUT_MS = 10_000;
const PORTS = [443, 8443];

type Message = {
  headers: Record<string, string>;
  /** JSON, unless the headers name another type. */
  body: string | Buffer;
};

export type GuardedPost = {
  /** The status of the response, whatever it is. Its body is not read, and a redirect not followed. */
  post(url: string, message: Message): Promise<number>;
  /** Whether the text of an address alone allows it; where its name leads is checked when it is used. */
  accepts(url: string): boolean;
};

type Options = {
  userAgent: string;
  /** Also http to this machine, for developers. */
  allowsLoopback: boolean;
  /** Only tests replace these; no setting does. */
  resolve?: Resolve;
  isReachable?: Reachable;
  timeout_ms?: number;
};

/** The same guard as for pictures: resolved by us, checked, and connected to at exactly the checked address. */
export function createGuardedPost({
  userAgent,
  allowsLoopback,
  resolve = createResolve(),
  isReachable = (address, port) => PORTS.includes(port) && isPublicAddress(address),
  timeout_ms = TIMEOUT_MS,
}: Options): GuardedPost {
  const mayReach: Reachable = (address, port) =>
    isReachable(address, port) || (allowsLoopback && isLoopback(address));

  function read(text: string): URL {
    const url = readTarget(text, mayReach);
    const literal = literalAddress(url);
    const isLocal = allowsLoopback && literal !== undefined && isLoopback(literal);
    if (url.protocol !== 'https:' && !isLocal) throw new FetchFailed('address', 'not https');
    return url;
  }

  async function find(url: URL, signal: AbortSignal): Promise<string[]> {
    const literal = literalAddress(url);
    if (literal) return [literal];
    // Not `mayReach`: a name is never of this machine.
    return assertReachable(url, await resolve(url.hostname, signal), isReachable);
  }

  return {
    async post(address, { headers, body }) {
      const signal = AbortSignal.timeout(timeout_ms);
      try {
        const url = read(address);
        const sent = {
          'content-type': 'application/json',
          ...headers,
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': userAgent,
        };
        const { message, close } = await sendRequest(url, await find(url, signal), {
          signal,
          headers: sent,
          body,
        });
        close();
        return message.statusCode ?? 0;
      } catch (error) {
        if (signal.aborted) throw new FetchFailed('slow', 'deadline');
        throw error;
      }
    },
    accepts(address) {
      try {
        return Boolean(read(address));
      } catch {
        return false;
      }
    },
  };
}

function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback';
}
