import { expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { findFault, problemSchema } from './support/contract.ts';
import { createFuzzSite, named } from './support/fuzz-site.ts';
import { collectVocabulary } from './support/vocabulary.ts';

/** Forged cursors: every shape of a key, with every value that is wrong in it. */
const site = await createFuzzSite();
const problem = problemSchema(site.world.app);
const words = await collectVocabulary(site);

const TIMESTAMP = '2026-01-01T00:00:00.000Z';
const PARTS = [
  ...[0, -1, 1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300, null, true, [], {}],
  ...['', 'x', '1', '\u0000', '\ud800', '%', `x${'字'.repeat(100)}`],
  ...['2016-12-31T23:59:60.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ...['2026-02-30T00:00:00.000Z', '2026-01-01T00:00:00+24:00', '2026-01-01', 'infinity', 'now'],
];
const SHAPES: ((part: unknown) => unknown)[] = [
  (part) => part,
  (part) => [part, 1],
  (part) => [1, part],
  (part) => [TIMESTAMP, part],
  (part) => [part, 'x'],
];
const CURSORS = PARTS.flatMap((part) =>
  SHAPES.map((shape) => Buffer.from(JSON.stringify(shape(part))).toString('base64url')),
);

const parameters = site.routes.flatMap((route) => {
  if (route.method !== 'GET') return [];
  const query = (route.route.config?.query ?? route.route.schema?.querystring) as
    | { properties?: object }
    | undefined;
  return Object.keys(query?.properties ?? {})
    .filter((name) => /^(cursor|comments|replies)$/.test(name))
    .map((name) => ({ route, name }));
});

test('there are lists with cursors', () => expect(parameters.length).toBeGreaterThan(20));

test.each(parameters.map(({ route, name }) => [named([route])[0]?.[0], name, route] as const))(
  'D2, A15, ASVS 2.2.1 %s refuses or accepts every forged %s',
  async (_, name, route) => {
    const path = route.url.replace(/:(\w+)/g, (__, key: string) =>
      String(words(route.url, key)[0]),
    );
    for (const cursor of CURSORS) {
      const response = await site.owner.get(`${path}?${searchFor(route, name, cursor)}`);
      expect([cursor, findFault(route, response, problem)]).toEqual([cursor, undefined]);
    }
  },
);

/** A search needs a query, or it lists nothing. */
function searchFor({ route }: DeclaredRoute, name: string, cursor: string): string {
  const required = (route.schema?.querystring as { required?: string[] } | undefined)?.required;
  return new URLSearchParams({
    ...(required?.includes('q') ? { q: 'l' } : {}),
    [name]: cursor,
  }).toString();
}
