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
import { createSecrets } from '../../platform/secrets.ts';
import { messageOf } from '../failure.ts';
import { type Check, Severity } from './check.ts';
import { requestSite, type SiteResponse } from './request-site.ts';

/** Of a network that is nobody's, so no visitor really has it. */
const FORGED = '198.51.100.77';
const CERTIFICATE_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;
const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** `reachable` comes first: it asks the running site, and the others look at what it answered. */
export function proxyChecks(config: Config): { reachable: Check; checks: Check[] } {
  const site = new URL(config.BASE_URL);
  const isSecure = site.protocol === 'https:';
  const ranges = trustedProxies(config.TRUSTED_PROXIES) || [];
  let answer: SiteResponse;
  let seen: ObservedRequest;

  const reachable: Check = {
    name: 'site',
    hint: 'Start the site and what stands in front of it, or leave this out with --offline. An answer must come from a site with this SECRET_KEY.',
    look: async () => {
      ({ answer, seen } = await probe(config).catch((error) => {
        throw isAway(error) ? new Severity(`nothing answers at ${site.origin}`) : error;
      }));
      return `${site.origin} answers, and it is this very site`;
    },
  };

  const checks: Check[] = [
    {
      name: 'visitor address',
      hint: 'Let the proxy send X-Forwarded-For with the address of the visitor, and name the proxy in TRUSTED_PROXIES.',
      look: async () => judgeAddress(seen, isSecure),
    },
    {
      name: 'forged address',
      hint: 'Let the proxy replace X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr), and trust no wider network than its own.',
      look: async () => {
        const told = await probe(config, { 'x-forwarded-for': FORGED });
        if (told.seen.address !== FORGED) return 'what a stranger says of their address is ignored';
        const own = plainAddress(seen.address) ?? '';
        if (isWithin(own, ranges))
          throw new Severity(
            `this machine (${own}) is a trusted proxy itself: look from another one`,
          );
        throw new Error('anybody can choose the address they are counted under');
      },
    },
    {
      name: 'security headers',
      hint: 'Let the proxy pass on the headers of the site, and add none of its own.',
      look: async () => judgeHeaders(seen.headers, answer.headers),
    },
  ];
  if (isSecure) {
    checks.push(
      {
        name: 'certificate',
        hint: 'Look why it is not renewed.',
        look: async () => judgeCertificate(answer.certificate_until, new Date()),
      },
      {
        name: 'plain http',
        hint: 'Let the proxy send http visitors to https.',
        look: async () =>
          site.port
            ? `not looked at, since the site is on port ${site.port}`
            : lookAtPlainHttp(new URL(`http://${site.host}/`)),
      },
    );
  }
  return { reachable, checks };
}

async function probe(
  { BASE_URL, SECRET_KEY }: Config,
  headers: Record<string, string> = {},
): Promise<{ answer: SiteResponse; seen: ObservedRequest }> {
  const secrets = createSecrets(SECRET_KEY, '');
  const sent = createProbe(secrets, new Date());
  const answer = await requestSite(new URL('/healthz', BASE_URL), {
    ...headers,
    [PROBE_HEADER]: sent,
  });
  if (answer.status !== 200) throw new Error(`/healthz was answered with ${answer.status}`);
  const seen = readSeen(answer.body);
  if (!seen || !isValidSignature(secrets, sent, seen.signature)) {
    throw new Error(
      'what answers has not this SECRET_KEY: another site, another version, or clocks a minute apart',
    );
  }
  return { answer, seen };
}

function readSeen(body: string): ObservedRequest | undefined {
  try {
    return (JSON.parse(body) as { seen?: ObservedRequest }).seen;
  } catch {
    return undefined;
  }
}

/** Without TLS of its own, a site on https has a proxy in front, whose address is not the visitor's. */
function judgeAddress(
  { address, peer, forwarded_for }: ObservedRequest,
  isSecure: boolean,
): string {
  const [taken, neighbour] = [plainAddress(address), plainAddress(peer)];
  if (isSecure && forwarded_for === null)
    throw new Error(`the proxy (${neighbour}) does not say whom it speaks for`);
  if (forwarded_for !== null && taken === neighbour && forwarded_for !== neighbour) {
    throw new Error(
      `the proxy ${neighbour} says ${forwarded_for} and is not believed, so everybody seems to be ${neighbour}`,
    );
  }
  return `we are seen as ${taken}`;
}

function judgeHeaders(left: Record<string, string>, arrived: Record<string, string>): string {
  const wrong = Object.entries(left)
    .filter(([name, value]) => arrived[name] !== value)
    .map(([name]) => `${name} ${arrived[name] === undefined ? 'is lost' : 'is changed'}`);
  if (wrong.length > 0) throw new Error(`on the way ${wrong.join(', ')}`);
  return `all ${Object.keys(left).length} arrive as they leave`;
}

export function judgeCertificate(until: Date | undefined, now: Date): string {
  const days = Math.floor(((until?.getTime() ?? 0) - now.getTime()) / DAY_MS);
  if (days < CERTIFICATE_DAYS) throw new Severity(`it runs out in ${days} days`);
  return `good for ${days} days`;
}

/** Nobody listening is as good as a redirect: nothing readable is sent either way. */
export async function lookAtPlainHttp(url: URL): Promise<string> {
  const answer = await requestSite(url).catch((error) => {
    if (isAway(error)) return undefined;
    throw error;
  });
  if (!answer) return 'nothing listens there';
  const { location = '' } = answer.headers;
  const leads = URL.canParse(location) && new URL(location).protocol === 'https:';
  if (answer.status < 300 || answer.status >= 400 || !leads)
    throw new Error(`is answered with ${answer.status} and not led to https`);
  return 'leads to https';
}

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isAway);
  const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
  return AWAY.has(code);
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
