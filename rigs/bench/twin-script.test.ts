import { expect, test } from 'vitest';
import { toScript } from './twin-script.ts';

const drawn = {
  uid: { caught: 4001, draw: 'random(4001, 4100)' },
  post: { caught: 1777, draw: 'random(1, 2000)' },
};

function caught(
  text: string,
  values: unknown[],
  types: string[],
  rows: Record<string, unknown>[] = [],
) {
  return { text, values, types, rows };
}

test('who calls and what it is about are drawn for every call, and all else stays a parameter', () => {
  const { text, variables } = toScript(
    [
      caught(
        'select 1 from post_reaction where uid = $1 and post_id = $2 and kind = $3',
        [4001, 1777, 'like'],
        ['bigint', 'bigint', 'text'],
      ),
    ],
    drawn,
  );
  expect(text).toBe(
    '\\set uid random(4001, 4100)\n\\set post random(1, 2000)\n' +
      'select 1 from post_reaction where uid = :uid::bigint and post_id = :post::bigint and kind = :kept_0::text;\n' +
      '\\set turn :turn + 1\n',
  );
  expect(variables).toEqual({ kept_0: 'like' });
});

test('what a statement gave to a later one is handed on, also inside a text and an array', () => {
  const { text, variables } = toScript(
    [
      caught('insert into made values ($1) returning id', [4001], ['bigint'], [{ id: 70_001 }]),
      caught('select $1, $2', ['energize:70001', [70_001, 4001]], ['text', 'bigint[]']),
    ],
    drawn,
  );
  expect(text).toContain('returning id \\gset given_0_\n');
  expect(text).toContain(
    'select (:kept_0::text || :given_0_id::text)::text, ' +
      '(:kept_1::text || :given_0_id::text || :kept_2::text || :uid::text || :kept_3::text)::bigint[];',
  );
  expect(variables).toEqual({ kept_0: 'energize:', kept_1: '{"', kept_2: '","', kept_3: '"}' });
});

test('a time, a part of a longer number and what several rows gave are nobody', () => {
  const at = new Date('4001-01-01T00:00:00.000Z');
  const { text, variables } = toScript(
    [
      caught('select id from many', [], [], [{ id: 70_001 }, { id: 70_002 }]),
      caught(
        'select $1, $2, $3, $4',
        [at, 140_019, 70_001, null],
        ['date', 'bigint', 'bigint', 'text'],
      ),
    ],
    drawn,
  );
  expect(text).toContain('select id from many;\n');
  expect(text).toContain('select :kept_0::date, :kept_1::bigint, :kept_2::bigint, null::text;');
  expect(Object.values(variables)).toEqual([at.toISOString(), '140019', '70001']);
});

test('callers whose numbers could be anything, or each other, are refused', () => {
  const other = { caught: 4001, draw: '' };
  expect(() => toScript([], { uid: { caught: 21, draw: '' } })).toThrow('cannot be told apart');
  expect(() => toScript([], { uid: other, post: other })).toThrow('cannot be told apart');
});

test('a transaction of which only the end was heard is no script: pgbench is cut off in the middle of a call', () => {
  const half = [caught('insert into made values (1)', [], []), caught('commit', [], [])];
  expect(() => toScript(half, drawn)).toThrow('half of a transaction');
  expect(toScript([caught('begin', [], []), ...half], drawn).text).toContain('begin;\n');
});
