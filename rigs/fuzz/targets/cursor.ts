import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readPage, TimeKey, toPage } from '../../../src/platform/http/pagination.ts';
import { Id } from '../../../src/platform/http/validation.ts';
import { Refusal } from '../../../src/refusals.ts';
import { assert, textOf, timed } from '../support.ts';

/** The kinds of sort key: a number, a time and a number, a text and a number. */
const KEYS: TSchema[] = [Id, TimeKey, Type.Tuple([Type.String(), Id])];

export const LENGTH_MAX = 600;
export const WORDS = [
  ...['WyI', 'MjAyNi0w', 'VDAwOjAwOjAwLjAwMFoi', '0000-01-01T00:00:00.000Z', '[1]', '["a",1]'],
  // A valid cursor of the second list, and seconds that a text may have but a time may not.
  ...['[["2026-12-31T23:59:59.000Z",1]', ':59:60Z', ':60.000Z'],
  ...['null', '1e999', '-0', '9007199254740993', '{"length":2}', '{"__proto__":1}', '\\ud800'],
];

/** D2, A42: the first byte selects the list, and whether the rest is the key or the cursor. */
export function fuzz(input: Buffer): void {
  const key = KEYS[(input[0] ?? 0) % KEYS.length] as TSchema;
  const isPlain = ((input[0] ?? 0) & 64) !== 0;
  const rest = input.subarray(1);
  const cursor = isPlain ? rest.toString('base64url') : textOf(rest);
  const after = timed(() => readOrRefuse(key, cursor));
  if (after === undefined) return;
  assert(Value.Check(key, after), 'is not the key of this list');
  if (key === TimeKey)
    assert(!Number.isNaN(Date.parse((after as [string])[0])), 'is at no time at all');
  const { next_cursor } = toPage([1, 2], 1, () => after, String);
  assert(next_cursor !== null, 'is lost');
  const again = JSON.stringify(readOrRefuse(key, next_cursor));
  assert(again === JSON.stringify(after), 'becomes another key');
}

function readOrRefuse(key: TSchema, cursor: string): unknown {
  try {
    return readPage(key, { cursor }).after;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_input') return undefined;
    throw error;
  }
}
