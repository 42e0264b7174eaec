import type { FastifyRequest } from 'fastify';
import { isEvening } from '../../clock.ts';
import { chooseLocale, isLocale } from '../../i18n.ts';
import type { Site } from '../../site.ts';
import { KEYS, THEMES } from '../page.ts';

/** Every preference of an anonymous visitor, and its valid values. Any other cookie may identify a person. */
const PREFERENCES = new Map<string, (value: string) => boolean>([
  ['lang', isLocale],
  ['theme', (value) => THEMES.some((theme) => theme === value)],
  ['keys', (value) => KEYS.some((keys) => keys === value)],
]);
/** Only log-in reads it, and it identifies no member: logged-out visitors get cached pages too. */
const IGNORED = new Set(['device', '__Host-device']);
const COOKIES_MAX = PREFERENCES.size + IGNORED.size;

/**
 * A response to an anonymous visitor depends on the URL and their preferences, and on nothing else of the request (A16);
 * pages also have evening colors. Undefined for a request that may identify a person or has a query string.
 */
export function cacheKeyOf(
  { raw }: FastifyRequest,
  now: Date,
  { locale: fallback, time_zone }: Pick<Site, 'locale' | 'time_zone'>,
): string | undefined {
  const { method, url = '', headers } = raw;
  if (method !== 'GET' || url.includes('?') || headers.authorization !== undefined)
    return undefined;
  const { cookie = '' } = headers;
  const preferences = readPreferences(cookie);
  if (!preferences) return undefined;
  const locale = chooseLocale(preferences.get('lang'), headers['accept-language'], fallback);
  const hour = isEvening(now, time_zone) ? 'evening' : '';
  return `${url} ${locale} ${preferences.get('theme') ?? ''} ${preferences.get('keys') ?? ''} ${hour}`;
}

const NO_PREFERENCES = new Map<string, string>();

/** Undefined if the header contains anything but known preferences, each once, as a browser writes them. */
function readPreferences(cookie: string): Map<string, string> | undefined {
  if (cookie === '') return NO_PREFERENCES;
  const pairs = cookie.split('; ');
  if (pairs.length > COOKIES_MAX) return undefined;
  const preferences = new Map<string, string>();
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (IGNORED.has(name)) continue;
    if (preferences.has(name) || `${name}=${value}` !== pair) return undefined;
    if (!PREFERENCES.get(name)?.(value)) return undefined;
    preferences.set(name, value);
  }
  return preferences;
}
