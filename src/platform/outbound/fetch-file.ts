import { setTimeout as sleep } from 'node:timers/promises';
import { boundedQueue } from '../bounded-queue.ts';
import { inSpan } from '../tracing/tracing.ts';
import { FetchFailed } from './fetch-failed.ts';
import { literalAddress } from './public-address.ts';
import { type FileRules, type Response, readFile, sendRequest } from './receive.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { assertReachable, isPublicTarget, type Reachable, readTarget } from './target.ts';

/** Names, connections, redirects and the file together. Leaves time to convert it within the request. */
export const FETCH_MS = 8_000;
const RESOLVE_MS = 3_000;
/**
 * A name without an address and one with a private address are refused alike, and after the same time, so that nobody
 * can find out which names exist in the operator's network.
 */
const RESOLVE_REFUSED_MS = 1_000;
const REDIRECTS_MAX = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Each may take up the size of a file in memory. */
const AT_ONCE = 8;

export type FetchFile = (
  address: string,
  rules: FileRules & { signal?: AbortSignal },
) => Promise<Buffer>;

type Options = {
  userAgent: string;
  accept: string;
  /** Of this site: it must not call itself. */
  ownHost?: string;
  /** Only tests replace these; no setting does. */
  resolve?: Resolve;
  isReachable?: Reachable;
  fetch_ms?: number;
};

/**
 * Fetches files from addresses that members name. Whoever names an address must not reach anything that they could not
 * reach by themselves: every hop is resolved by us, checked, and connected to at exactly the checked address.
 */
export function createFileFetcher(options: Options): FetchFile {
  const { resolve = createResolve(), isReachable = isPublicTarget } = options;
  const { fetch_ms = FETCH_MS } = options;
  const slots = boundedQueue(AT_ONCE, 0);
  const headers = { accept: options.accept, 'user-agent': options.userAgent };

  function readHop(text: string, base?: URL): URL {
    const url = readTarget(text, isReachable, base);
    if (url.hostname === options.ownHost) throw new FetchFailed('address', 'own site');
    return url;
  }

  async function follow(first: URL, signal: AbortSignal): Promise<Response> {
    let url = first;
    for (let redirects = 0; ; redirects++) {
      const response = await sendRequest(url, await findAddresses(url, signal), {
        signal,
        headers,
      });
      const { statusCode = 0, headers: received } = response.message;
      if (statusCode === 200) return response;
      response.close();
      if (!REDIRECTS.includes(statusCode) || !received.location)
        throw new FetchFailed('unreachable', `status ${statusCode}`);
      if (redirects === REDIRECTS_MAX) throw new FetchFailed('unreachable', 'redirects');
      // Node reads headers as Latin-1; servers write paths in UTF-8.
      url = readHop(Buffer.from(received.location, 'latin1').toString('utf8'), url);
    }
  }

  async function findAddresses(url: URL, signal: AbortSignal): Promise<string[]> {
    const literal = literalAddress(url);
    if (literal) return [literal];
    const since = performance.now();
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)]);
      const addresses = await resolve(url.hostname, limit);
      return assertReachable(url, addresses, isReachable);
    } catch (error) {
      const rest = Math.max(0, RESOLVE_REFUSED_MS - (performance.now() - since));
      await sleep(rest, undefined, { signal });
      throw error instanceof FetchFailed ? error : new FetchFailed('address', 'resolver');
    }
  }

  // Members name the addresses, so neither a span nor a header of a trace has them.
  const fetchInSlot: FetchFile = (address, rules) =>
    slots(async () => {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(new FetchFailed('slow', 'deadline')), fetch_ms);
      const signals = rules.signal ? [deadline.signal, rules.signal] : [deadline.signal];
      const signal = AbortSignal.any(signals);
      let response: Response | undefined;
      try {
        response = await follow(readHop(address), signal);
        return await readFile(response.message, rules);
      } catch (error) {
        // Whatever broke, broke because of this.
        if (signal.aborted) throw signal.reason;
        throw asFailure(error);
      } finally {
        clearTimeout(timer);
        response?.close();
      }
    });
  return (address, rules) =>
    inSpan('GET picture', { kind: 'client' }, () => fetchInSlot(address, rules));
}

/** Errors of the network, of TLS and of the HTTP parser have a code; an error without one is a bug. */
function asFailure(error: unknown): unknown {
  if (error instanceof FetchFailed || !(error instanceof Error && 'code' in error)) return error;
  return new FetchFailed('unreachable', String(error.code));
}
