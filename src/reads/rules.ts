import { isbot } from 'isbot';

/**
 * Why a beacon is not counted. `repeated`: the visitor is counted already, or is the author, or the post is not public.
 * `failed`: the database is unreachable; `full`: it has been for so long that no more can wait.
 */
export const REFUSED = [
  'bot',
  'failed',
  'foreign',
  'full',
  'limit',
  'pace',
  'repeated',
  'speculative',
] as const;
export type Refused = (typeof REFUSED)[number];

/**
 * D62: one address counts as at most this many anonymous visitors of a post and day, whatever user agents it sends. So
 * forged beacons cannot inflate a count, and people behind one router are still more than one. Members count each.
 */
export const VISITORS_OF_ADDRESS = 32;

/** Nobody reads more posts in a minute: a program that scrolls does. It is left out for the hour that follows. */
export const PACE = { posts: 20, seconds: 60, pause_seconds: 3600 } as const;

/** Longer user agents are cut before they are searched (SECURITY A41). */
const USER_AGENT_MAX = 512;

type HeaderName =
  | 'accept-language'
  | 'origin'
  | 'purpose'
  | 'referer'
  | 'sec-fetch-site'
  | 'sec-purpose'
  | 'user-agent';
type BeaconHeaders = { [Name in HeaderName]?: string | string[] | undefined };

/**
 * What the headers alone give away: a program that names itself, a page that was only prefetched or prerendered, a
 * request that no post page of this site sent. A browser always sends the headers required here.
 */
export function refuseByHeaders(
  headers: BeaconHeaders,
  page: { origin: string; path: string },
): Refused | undefined {
  const agent = userAgentOf(headers);
  if (!agent || isbot(agent)) return 'bot';
  if (headers['sec-purpose'] || headers.purpose) return 'speculative';
  const site = headers['sec-fetch-site'];
  // Browsers send Sec-Fetch-Site over https only, and Origin with every POST.
  const isOwn = site ? site === 'same-origin' : headers.origin === page.origin;
  if (!isOwn || !headers['accept-language']) return 'foreign';
  return isSentBy(headers.referer, page) ? undefined : 'foreign';
}

export function userAgentOf(headers: BeaconHeaders): string {
  return String(headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
}

/** Some browsers send no Referer; one that is sent must name the page of the post. */
function isSentBy(
  referer: string | string[] | undefined,
  { origin, path }: { origin: string; path: string },
): boolean {
  if (referer === undefined) return true;
  const [address] = String(referer).split(/[?#]/, 1);
  return address === `${origin}${path}` || address === `${origin}/`;
}

/** Consecutive days use the two tables of visitors in turn. */
export function isEvenDay(day: string): boolean {
  return (Date.parse(day) / 86_400_000) % 2 === 0;
}

/** How many quarters of the text a reader has seen; -1 if the page did not report it. */
export const DEPTHS = ['0', '1', '2', '3', '4'] as const;
export const DEPTH_UNKNOWN = -1;

/** Where a reader came from. The database knows the same names (`post_read_source`). */
const SOURCES = [
  'home',
  'following',
  'search',
  'topic',
  'series',
  'space',
  'post',
  'messages',
  'site',
  'outside',
  'direct',
  'unknown',
] as const;
export type SourceName = (typeof SOURCES)[number];

/** `host` only for `outside`; empty if it is not worth naming. */
export type Source = { source: SourceName; host: string };

const HOST_MAX = 100;
/** Further hosts of a post and day count together, so that forged reports cannot fill the table. */
export const HOSTS_OF_DAY = 30;
/** A host with fewer readers could point to one of them: shown together with the others. */
export const HOST_READS_MIN = 3;
/** Longer addresses are cut before they are parsed. */
const ADDRESS_MAX = 2048;

/** The first that matches; the rest of this site is `site`. */
const PAGES: [path: RegExp, source: SourceName][] = [
  [/^\/(posts)?\/?$/, 'home'],
  [/^\/search\b/, 'search'],
  [/^\/tags\b/, 'topic'],
  [/^\/series\b/, 'series'],
  [/^\/space\//, 'space'],
  [/^\/posts\/\d+$/, 'post'],
  [/^\/messages\b/, 'messages'],
];

/**
 * D62: reduces the address of the page before to one word, or to a bare host name. Nothing else of it is stored or logged.
 * Undefined if the page did not report it, empty if there was none.
 */
export function classifySource(address: string | undefined, origin: string): Source {
  if (address === undefined) return { source: 'unknown', host: '' };
  if (address === '') return { source: 'direct', host: '' };
  const url = URL.parse(address.slice(0, ADDRESS_MAX));
  if (!url) return { source: 'unknown', host: '' };
  if (url.origin !== new URL(origin).origin) return { source: 'outside', host: hostOf(url) };
  return { source: classifyPage(url), host: '' };
}

function classifyPage({ pathname, searchParams }: URL): SourceName {
  const [, source = 'site'] = PAGES.find(([path]) => path.test(pathname)) ?? [];
  const isFollowing = source === 'home' && searchParams.get('order') === 'following';
  return isFollowing ? 'following' : source;
}

/** In lower case and punycode, without port and `www.`. Addresses and names of a local network are left out. */
function hostOf({ protocol, hostname }: URL): string {
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '');
  const isName = /^https?:$/.test(protocol) && /\.[a-z][a-z0-9-]*$/.test(host);
  return isName && host.length <= HOST_MAX ? host : '';
}
