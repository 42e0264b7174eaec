import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { Failure } from '../failure.ts';

const WAIT_MS = 5000;

export type SiteResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** When the certificate expires; undefined without TLS. */
  certificate_until: Date | undefined;
};

/** One request on its own connection, to read its certificate; redirects are not followed. */
export async function requestSite(
  url: URL,
  headers: Record<string, string> = {},
): Promise<SiteResponse> {
  const { request } = url.protocol === 'https:' ? https : http;
  const signal = AbortSignal.timeout(WAIT_MS);
  const outgoing = request(url, { agent: false, headers, signal });
  outgoing.end();
  try {
    const [response] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    const { socket } = response;
    const until =
      socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: await text(response),
      certificate_until: until,
    };
  } catch (error) {
    if (signal.aborted) throw new Failure(`no response within ${WAIT_MS / 1000} seconds`);
    throw error;
  }
}
