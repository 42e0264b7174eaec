import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 64:ff9b::/96 carries an IPv4 address in its last four bytes. */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

/**
 * The address as limits count it. Providers assign a whole /64 to one customer, so an IPv6 address counts as its /64; an
 * IPv4-mapped address counts as IPv4.
 */
export function limitKey(address: string): string {
  const network = networkOf(address);
  return network ?? 'unknown';
}

/** The IPv6 /48 of an address, which a provider assigns to one site. Undefined for IPv4. */
export function networkKey(address: string): string | undefined {
  const key = limitKey(address);
  if (!key.endsWith('::/64')) return undefined;
  return `${key.split(':').slice(0, 3).join(':')}::/48`;
}

/** IPv4-mapped addresses as IPv4, as shown in the device list. */
export function plainAddress(address: string): string | null {
  if (!isIP(address)) return null;
  return ipaddr.process(address).toString();
}

function networkOf(address: string): string | undefined {
  if (!isIP(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  if (parsed.match(NAT64, 96)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
