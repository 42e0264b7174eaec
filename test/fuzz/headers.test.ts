import { expect, test } from 'vitest';
import { addressOf, createFuzzSite, named } from './support/fuzz-site.ts';
import { HEADER_NAMES } from './support/header-names.ts';

/** A16: what a stranger's header says must not be what the next visitor is served. */
const { world, routes, life } = await createFuzzSite();
const BATCH = 25;
const pages = routes.filter(({ method }) => method === 'GET');
/** As a host, as a path and as plain words: what a header is used for decides what would come back. */
const VALUES = ['canary-host.example', '/canary-path', 'canary"><canary>'];
/** Nobody chose these: numbers of a request and of a form, what a form is bound to, and the time. */
const CHANGING =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=csrf_token" value=")[^"]+|"csrf_token":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const KEPT = [
  'cache-control',
  'content-type',
  'location',
  'vary',
  'link',
  'content-security-policy',
];

async function open(url: string, headers: Record<string, string>) {
  const answer = await world.visitor().raw({ method: 'GET', url, headers });
  const kept = KEPT.map((name) => `${name}: ${answer.headers[name]}`);
  return {
    all: JSON.stringify(answer.headers) + answer.text,
    same: [answer.status, ...kept, answer.text.replaceAll(CHANGING, '')].join('\n'),
  };
}

/** The names among these which change the answer or come back in it, one by one. */
async function heard(
  url: string,
  names: string[],
  value: string,
  usual: string,
): Promise<string[]> {
  const answer = await open(url, {
    accept: 'text/html',
    ...Object.fromEntries(names.map((name) => [name, value])),
  });
  if (!/canary/i.test(answer.all) && answer.same === usual) return [];
  if (names.length === 1) return names;
  const half = Math.ceil(names.length / 2);
  return [
    ...(await heard(url, names.slice(0, half), value, usual)),
    ...(await heard(url, names.slice(half), value, usual)),
  ];
}

const batches = Array.from({ length: Math.ceil(HEADER_NAMES.length / BATCH) }, (_, at) =>
  HEADER_NAMES.slice(at * BATCH, (at + 1) * BATCH),
);

test('A16 the walk sends three hundred names', () => {
  expect(new Set(HEADER_NAMES).size).toBe(HEADER_NAMES.length);
  expect(HEADER_NAMES.length).toBeGreaterThanOrEqual(300);
});

test.each(named(pages))('A16 no header name says anything to GET %s', async (_, route) => {
  const url = route.url === '/uploads/*' ? life.picture : addressOf(route);
  const usual = (await open(url, { accept: 'text/html' })).same;
  // Else every name would seem to be heard.
  expect((await open(url, { accept: 'text/html' })).same).toBe(usual);
  const names: string[] = [];
  for (const value of VALUES) {
    for (const batch of batches) names.push(...(await heard(url, batch, value, usual)));
  }
  const whole = await open(`http://canary-host.example${url}`, { accept: 'text/html' });
  expect(whole.all).not.toContain('canary');
  // Asked for something else than a page, an error is told to a program; and who seems to have a name is not given
  // what is kept for strangers. The answer says that it varies.
  const varies = /^vary: (.*)$/m.exec(usual)?.[1]?.split(', ') ?? [];
  expect([...new Set(names)].filter((name) => !varies.includes(name))).toEqual([]);
});
