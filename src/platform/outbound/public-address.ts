import ipaddr from 'ipaddr.js';

/**
 * Addresses that are no destination on the public internet although the library calls them unicast: the special-purpose
 * registries of IANA, and one address on which a cloud serves the metadata of its machines.
 */
const SPECIAL_V4 = parse([
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.175.48.0/24', // AS112
  '168.63.129.16/32', // Azure
]);

/** IPv6 is an allow list: only this block is assigned to the public internet. */
const GLOBAL_V6 = parse(['2000::/3']);
/** Parts of it that are not. Those that contain an IPv4 address could lead to a private one. */
const SPECIAL_V6 = parse([
  '2001::/23', // protocols of the IETF: Teredo, ORCHID, benchmarking, AMT
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

export class PrivateAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
  }
}

/** Whether a server on the public internet can have this address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4)
    return parsed.range() === 'unicast' && !isWithin(parsed, SPECIAL_V4);
  return isWithin(parsed, GLOBAL_V6) && !isWithin(parsed, SPECIAL_V6);
}

/** The address in the host of a URL, if it is one. The URL parser has turned its other spellings into the usual one. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}

type Ranges = [ipaddr.IPv4 | ipaddr.IPv6, number][];

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: Ranges): boolean {
  return ranges.some(([network, bits]) => address.match(network, bits));
}

function parse(ranges: string[]): Ranges {
  return ranges.map((range) => ipaddr.parseCIDR(range));
}
