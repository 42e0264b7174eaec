import { expect, test } from 'vitest';
import { addressOf, createFuzzSite, named } from './support/fuzz-site.ts';
import { HEADER_NAMES } from './support/header-names.ts';

/** A16: no request header may end up in a response that the page cache serves to the next visitor. */
const { world, routes, fullMember } = await createFuzzSite();
const BATCH = 25;
const pages = routes.filter(({ method }) => method === 'GET');
/** As a host, as a path and as HTML: a header may be used for any of them. */
const VALUES = ['canary-host.example', '/canary-path', 'canary"><canary>'];
/** These differ between equal requests: request ids, form ids, CSRF tokens and the time. */
const CHANGING =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=csrf_token" value=")[^"]+|"(?:csrf_token|challenge)":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const COMPARED_HEADERS = [
  'cache-control',
  'content-type',
  'location',
  'vary',
  'link',
  'content-security-policy',
];

async function open(url: string, headers: Record<string, string>) {
  const response = await world.visitor().raw({ method: 'GET', url, headers });
  const compared = COMPARED_HEADERS.map((name) => `${name}: ${response.headers[name]}`);
  return {
    all: JSON.stringify(response.headers) + response.text,
    same: [response.status, ...compared, response.text.replaceAll(CHANGING, '')].join('\n'),
  };
}

/** The header names that change the response or are reflected in it, found by bisection. */
async function findEffective(
  url: string,
  names: string[],
  value: string,
  usual: string,
): Promise<string[]> {
  const response = await open(url, {
    accept: 'text/html',
    ...Object.fromEntries(names.map((name) => [name, value])),
  });
  if (!/canary/i.test(response.all) && response.same === usual) return [];
  if (names.length === 1) return names;
  const half = Math.ceil(names.length / 2);
  return [
    ...(await findEffective(url, names.slice(0, half), value, usual)),
    ...(await findEffective(url, names.slice(half), value, usual)),
  ];
}

const batches = Array.from({ length: Math.ceil(HEADER_NAMES.length / BATCH) }, (_, at) =>
  HEADER_NAMES.slice(at * BATCH, (at + 1) * BATCH),
);

test('A16 at least three hundred header names are sent', () => {
  expect(new Set(HEADER_NAMES).size).toBe(HEADER_NAMES.length);
  expect(HEADER_NAMES.length).toBeGreaterThanOrEqual(300);
});

test.each(named(pages))('A16 no header changes the response of GET %s', async (_, route) => {
  const url = route.url === '/uploads/*' ? fullMember.picture : addressOf(route);
  const usual = (await open(url, { accept: 'text/html' })).same;
  // Otherwise every name would seem to have an effect.
  expect((await open(url, { accept: 'text/html' })).same).toBe(usual);
  const names: string[] = [];
  for (const value of VALUES) {
    for (const batch of batches) names.push(...(await findEffective(url, batch, value, usual)));
  }
  const whole = await open(`http://canary-host.example${url}`, { accept: 'text/html' });
  expect(whole.all).not.toContain('canary');
  // `accept` decides between an HTML error and a problem document, and a request with credentials does not get a page
  // cached for anonymous visitors. `vary` names both.
  const varies = /^vary: (.*)$/m.exec(usual)?.[1]?.split(', ') ?? [];
  expect([...new Set(names)].filter((name) => !varies.includes(name))).toEqual([]);
});
