import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';
import { trustedProxies } from '../../platform/http/create-http.ts';
import {
  createProbe,
  isValidSignature,
  type ObservedRequest,
  PROBE_HEADER,
} from '../../platform/http/proxy-probe.ts';
import { plainAddress } from '../../platform/limits/address.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { messageOf } from '../failure.ts';
import { type Check, Warning } from './check.ts';
import { requestSite, type SiteResponse } from './request-site.ts';

/** From a network reserved for documentation (RFC 5737), so no visitor has it. */
const FORGED_ADDRESS = '198.51.100.77';
const CERTIFICATE_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** `reachable` runs first: it requests the running site, and the others check the response. */
export function createProxyChecks(config: Config): { reachable: Check; checks: Check[] } {
  const site = new URL(config.BASE_URL);
  const isSecure = site.protocol === 'https:';
  const ranges = trustedProxies(config.TRUSTED_PROXIES) || [];
  let response: SiteResponse;
  let seen: ObservedRequest;

  const reachable: Check = {
    name: 'site',
    hint: 'Start the site and its proxy, or skip this with --offline. The response must come from a site with this SECRET_KEY.',
    run: async () => {
      ({ response, seen } = await probe(config).catch((error) => {
        throw isUnreachable(error) ? new Warning(`nothing responds at ${site.origin}`) : error;
      }));
      return `${site.origin} responds, and it is this site`;
    },
  };

  const checks: Check[] = [
    {
      name: 'visitor address',
      hint: 'Let the proxy send X-Forwarded-For with the address of the visitor, and name the proxy in TRUSTED_PROXIES.',
      run: async () => checkAddress(seen, isSecure),
    },
    {
      name: 'forged address',
      hint: 'Let the proxy replace X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr), and trust no wider network than its own.',
      run: async () => {
        const forged = await probe(config, { 'x-forwarded-for': FORGED_ADDRESS });
        if (forged.seen.address !== FORGED_ADDRESS) return 'a forged X-Forwarded-For is ignored';
        const own = plainAddress(seen.address) ?? '';
        if (isWithin(own, ranges))
          throw new Warning(
            `this machine (${own}) is a trusted proxy itself: run the check from another one`,
          );
        throw new Error('any client can choose the address that limits count');
      },
    },
    {
      name: 'security headers',
      hint: 'Let the proxy pass on the headers of the site, and add none of its own.',
      run: async () => checkHeaders(seen.headers, response.headers),
    },
  ];
  if (isSecure) {
    checks.push(
      {
        name: 'certificate',
        hint: 'Find out why it is not renewed.',
        run: async () => checkCertificate(response.certificate_until, new Date()),
      },
      {
        name: 'plain http',
        hint: 'Let the proxy send http visitors to https.',
        run: async () =>
          site.port
            ? `not checked, because the site is on port ${site.port}`
            : checkPlainHttp(new URL(`http://${site.host}/`)),
      },
    );
  }
  return { reachable, checks };
}

async function probe(
  config: Config,
  headers: Record<string, string> = {},
): Promise<{ response: SiteResponse; seen: ObservedRequest }> {
  const secrets = openSecrets(config);
  const sent = createProbe(secrets, new Date());
  const response = await requestSite(new URL('/healthz', config.BASE_URL), {
    ...headers,
    [PROBE_HEADER]: sent,
  });
  if (response.status !== 200) throw new Error(`/healthz responded with ${response.status}`);
  const seen = readSeen(response.body);
  if (!seen || !isValidSignature(secrets, sent, seen.signature)) {
    throw new Error(
      'the response is not signed with this SECRET_KEY: another site, another version, or clocks a minute apart',
    );
  }
  return { response, seen };
}

function readSeen(body: string): ObservedRequest | undefined {
  try {
    return (JSON.parse(body) as { seen?: ObservedRequest }).seen;
  } catch {
    return undefined;
  }
}

/** The site itself has no TLS, so with https there is a proxy, whose address is not the visitor's. */
function checkAddress(
  { address, peer, forwarded_for }: ObservedRequest,
  isSecure: boolean,
): string {
  const [used, neighbour] = [plainAddress(address), plainAddress(peer)];
  if (isSecure && forwarded_for === null)
    throw new Error(`the proxy (${neighbour}) sends no X-Forwarded-For`);
  if (forwarded_for !== null && used === neighbour && forwarded_for !== neighbour) {
    throw new Error(
      `the proxy ${neighbour} sends ${forwarded_for} but is not trusted, so all visitors seem to be ${neighbour}`,
    );
  }
  return `this machine is seen as ${used}`;
}

function checkHeaders(sent: Record<string, string>, received: Record<string, string>): string {
  const wrong = Object.entries(sent)
    .filter(([name, value]) => received[name] !== value)
    .map(([name]) => `${name} ${received[name] === undefined ? 'is missing' : 'differs'}`);
  if (wrong.length > 0) throw new Error(`changed by the proxy: ${wrong.join(', ')}`);
  return `all ${Object.keys(sent).length} arrive unchanged`;
}

export function checkCertificate(until: Date | undefined, now: Date): string {
  const days = Math.floor(((until?.getTime() ?? 0) - now.getTime()) / DAY_MS);
  if (days < CERTIFICATE_DAYS) throw new Warning(`it expires in ${days} days`);
  return `valid for ${days} days`;
}

/** A closed port is as good as a redirect: nothing is sent in clear text. */
export async function checkPlainHttp(url: URL): Promise<string> {
  const response = await requestSite(url).catch((error) => {
    if (isUnreachable(error)) return undefined;
    throw error;
  });
  if (!response) return 'nothing listens there';
  const { location = '' } = response.headers;
  const redirects = URL.canParse(location) && new URL(location).protocol === 'https:';
  if (response.status < 300 || response.status >= 400 || !redirects)
    throw new Error(`responds with ${response.status} and does not redirect to https`);
  return 'redirects to https';
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
  return UNREACHABLE_CODES.has(code);
}

function isWithin(address: string, ranges: string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    if (!range.includes('/')) return ipaddr.process(range).toString() === parsed.toString();
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}
