const CHOSEN = '198.18.0.1';

/** Every header that some server somewhere believes about where a request came from. */
const NAMES = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-originating-ip',
  'fastly-client-ip',
  'x-forwarded',
];

/** And every way of writing an address that a careless parser might take for another one. */
const VALUES: Record<string, string | string[]> = {
  plain: CHOSEN,
  'many values': [CHOSEN, '198.18.0.2', '198.18.0.3'],
  empty: '',
  garbage: 'unknown, _hidden, ;;;, "',
  port: `${CHOSEN}:4711`,
  brackets: '[2001:db8::1]:4711',
  'IPv4-mapped': `::ffff:${CHOSEN}`,
  'loopback first': `127.0.0.1, ${CHOSEN}`,
  'loopback last': `${CHOSEN}, 127.0.0.1`,
  '200 hops': Array.from({ length: 200 }, (_, hop) => `198.18.1.${hop}`).join(', '),
};

export type Spoof = { what: string; headers: Record<string, string | string[]> };

export const SPOOFS: Spoof[] = [
  ...NAMES.map((name) => ({
    what: name,
    headers: { [name]: name === 'forwarded' ? `for=${CHOSEN};proto=https` : CHOSEN },
  })),
  ...Object.entries(VALUES).map(([what, value]) => ({
    what: `x-forwarded-for: ${what}`,
    headers: { 'x-forwarded-for': value },
  })),
  { what: 'forwarded: brackets', headers: { forwarded: 'for="[2001:db8::1]:4711"' } },
  { what: 'forwarded: many', headers: { forwarded: [`for=${CHOSEN}`, 'for=198.18.0.2'] } },
  { what: 'all at once', headers: Object.fromEntries(NAMES.map((name) => [name, CHOSEN])) },
];
