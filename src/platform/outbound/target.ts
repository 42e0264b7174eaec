import { FetchFailed } from './fetch-failed.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';

/** Which addresses and ports may be connected to. Tests replace it to reach one server of their own. */
export type Reachable = (address: string, port: number) => boolean;

export const ADDRESS_LENGTH_MAX = 2048;
const PORTS = [80, 443];
const ADDRESSES_MAX = 8;
/** Names that only mean something inside a network (RFC 6761, RFC 6762, RFC 8375, and common habits). */
const INNER_NAMES = new Set(
  'localhost local localdomain internal intranet private corp home lan arpa onion invalid test'.split(
    ' ',
  ),
);

export const isPublicTarget: Reachable = (address, port) =>
  PORTS.includes(port) && isPublicAddress(address);

/** Reads an address as a member or a redirect gives it, and refuses whatever its text alone shows to be no public one. */
export function readTarget(text: string, isReachable: Reachable, base?: URL): URL {
  // The URL parser would silently remove line breaks and tabs.
  if (text.length > ADDRESS_LENGTH_MAX || hasControls(text) || !URL.canParse(text, base?.href))
    throw refused('no address');
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('scheme');
  if (base?.protocol === 'https:' && url.protocol === 'http:') throw refused('downgrade');
  if (url.username || url.password) throw refused('credentials');
  // The dot at the end of a complete name is not part of the name that certificates have.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  const literal = literalAddress(url);
  if (literal && !isReachable(literal, portOf(url))) throw refused('literal address');
  if (!literal && !isPublicName(url.hostname)) throw refused('inner name');
  return url;
}

/**
 * All addresses of a name, or none: if a single one is not public, somebody prepared the name. Only these are connected
 * to, so a name that resolves to another address a moment later gains nothing.
 */
export function assertReachable(url: URL, addresses: string[], isReachable: Reachable): string[] {
  const port = portOf(url);
  if (addresses.length === 0) throw refused('no addresses');
  if (!addresses.every((address) => isReachable(address, port))) throw refused('resolved address');
  return addresses.slice(0, ADDRESSES_MAX);
}

function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

/** A name of one label is only ever found inside a network. */
function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  return labels.length > 1 && labels.every(Boolean) && !INNER_NAMES.has(labels.at(-1) ?? '');
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character <= ' ' || character === '\x7f');
}

function refused(detail: string): FetchFailed {
  return new FetchFailed('address', detail);
}
