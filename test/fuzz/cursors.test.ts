import { expect, test } from 'vitest';
import type { DeclaredRoute } from '../../src/platform/http/declared-access.ts';
import { findFault, problemSchema } from './support/contract.ts';
import { createFuzzSite, named } from './support/fuzz-site.ts';
import { collectVocabulary } from './support/vocabulary.ts';

/** A place in a list that no list gave out: every shape that a key has somewhere, with every part it could not have. */
const cast = await createFuzzSite();
const problem = problemSchema(cast.world.app);
const words = await collectVocabulary(cast);

const MOMENT = '2026-01-01T00:00:00.000Z';
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
  (part) => [MOMENT, part],
  (part) => [part, 'x'],
];
const CURSORS = PARTS.flatMap((part) =>
  SHAPES.map((shape) => Buffer.from(JSON.stringify(shape(part))).toString('base64url')),
);

const places = cast.routes.flatMap((route) => {
  if (route.method !== 'GET') return [];
  const asked = (route.route.config?.query ?? route.route.schema?.querystring) as
    | { properties?: object }
    | undefined;
  return Object.keys(asked?.properties ?? {})
    .filter((name) => /^(cursor|comments|replies)$/.test(name))
    .map((name) => ({ route, name }));
});

test('there are lists to ask', () => expect(places.length).toBeGreaterThan(20));

test.each(places.map(({ route, name }) => [named([route])[0]?.[0], name, route] as const))(
  'D2, A15, ASVS 2.2.1 %s refuses or honours every %s',
  async (_, name, route) => {
    const path = route.url.replace(/:(\w+)/g, (__, key: string) =>
      String(words(route.url, key)[0]),
    );
    for (const cursor of CURSORS) {
      const answer = await cast.owner.get(`${path}?${searchFor(route, name, cursor)}`);
      expect([cursor, findFault(route, answer, problem)]).toEqual([cursor, undefined]);
    }
  },
);

/** A search is a list only where something is asked for. */
function searchFor({ route }: DeclaredRoute, name: string, cursor: string): string {
  const required = (route.schema?.querystring as { required?: string[] } | undefined)?.required;
  return new URLSearchParams({
    ...(required?.includes('q') ? { q: 'l' } : {}),
    [name]: cursor,
  }).toString();
}
