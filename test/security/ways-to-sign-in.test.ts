import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const world = await createWorld();

test('ASVS 6.1.3, 7.1.3 operations.md describes every way to open a session, and how long one lasts', async () => {
  const [row] = await world.sql(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'session_method_known'",
  );
  const known = [...String(row?.['rule']).matchAll(/'(\w+)'/g)].map(([, method]) => method).sort();
  expect(known).toContain('passkey');
  const guide = readFileSync('docs/operations.md', 'utf8');
  const start = guide.indexOf('### Ways to sign in');
  const section = guide.slice(start, guide.indexOf('###', start + 1));
  const described = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, method]) => method).sort();
  expect(described).toEqual(known);
  expect(section).toContain('does not end with the session there');
});
