import { isLoopback } from '../../config-providers.ts';
import { inSpan, traceHeaders } from '../../platform/tracing/tracing.ts';
import { ProviderFailed } from './provider.ts';

const TIMEOUT_MS = 4_000;
const RESPONSE_BYTES_MAX = 256 * 1024;
/** So that a slow provider cannot occupy the process. */
const IN_FLIGHT_MAX = 32;

type Options = { method?: string; headers?: Record<string, string>; body?: unknown };
export type Outbound = (url: string, options?: Options) => Promise<Response>;

/**
 * The addresses that a provider may name: https, if it is https itself. One on this machine may use http on this
 * machine, and one that the operator allowed to be http any address.
 */
export function assertAllowed(base: string, target: URL): URL {
  const own = new URL(base);
  const isHttp = target.protocol === 'http:' && own.protocol === 'http:';
  const mayBeHttp = !isLoopback(own.hostname) || isLoopback(target.hostname);
  if (target.protocol === 'https:' || (isHttp && mayBeHttp)) return target;
  throw new ProviderFailed('unavailable', `${base} names an address that is not https`);
}

/**
 * Requests to one provider: no redirects, a time-out for the whole exchange and a limit of the size. Whatever fails here
 * is the provider's fault, not the visitor's.
 */
export function createOutbound(base: string): Outbound {
  let inFlight = 0;
  return async (url, options = {}) => {
    const target = assertAllowed(base, new URL(url));
    if (inFlight >= IN_FLIGHT_MAX) throw new ProviderFailed('unavailable', 'too many requests');
    inFlight++;
    try {
      const method = options.method ?? 'GET';
      const attributes = { 'http.request.method': method, 'server.address': target.hostname };
      return await inSpan(method, { kind: 'client', attributes }, () => send(target, options));
    } catch (error) {
      if (error instanceof ProviderFailed) throw error;
      throw new ProviderFailed('unavailable', `${target.origin} does not respond`, error);
    } finally {
      inFlight--;
    }
  };
}

async function send(target: URL, options: Options): Promise<Response> {
  const response = await fetch(target, {
    ...(options as RequestInit),
    headers: { ...traceHeaders(), ...options.headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status, headers } = response;
  if ((status >= 300 && status < 400) || status >= 500) {
    await response.body?.cancel();
    throw new ProviderFailed('unavailable', `${target.origin} responds with ${status}`);
  }
  const body = await readBody(response, target.origin);
  return new Response(status === 204 ? null : body, { status, headers: readableHeaders(headers) });
}

/** Counts the decompressed bytes. */
async function readBody(response: Response, origin: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX)
      throw new ProviderFailed('unavailable', `${origin} sends too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body is no longer encoded. */
function readableHeaders(headers: Headers): Headers {
  const readable = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    readable.delete(name);
  return readable;
}
