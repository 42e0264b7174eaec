import { expect, test } from 'vitest';
import { toScript } from './pgbench-script.ts';

const drawn = {
  uid: { captured: 4001, draw: 'random(4001, 4100)' },
  post: { captured: 1777, draw: 'random(1, 2000)' },
};

function captured(
  text: string,
  values: unknown[],
  types: string[],
  rows: Record<string, unknown>[] = [],
) {
  return { text, values, types, rows };
}
test('caller and subject are drawn for every call, and all other values stay parameters', () => {
  const { text, variables } = toScript(
    [
      captured(
        'select 1 from post_reaction where uid = $1 and post_id = $2 and kind = $3',
        [4001, 1777, 'like'],
        ['bigint', 'bigint', 'text'],
      ),
    ],
    drawn,
  );
  expect(text).toBe(
    '\\set uid random(4001, 4100)\n\\set post random(1, 2000)\n' +
      'select 1 from post_reaction where uid = :uid::bigint and post_id = :post::bigint and kind = :value_0::text;\n' +
      '\\set turn :turn + 1\n',
  );
  expect(variables).toEqual({ value_0: 'like' });
});

test('the result of a statement is passed to a later one, also inside a text and an array', () => {
  const { text, variables } = toScript(
    [
      captured('insert into made values ($1) returning id', [4001], ['bigint'], [{ id: 70_001 }]),
      captured('select $1, $2', ['energize:70001', [70_001, 4001]], ['text', 'bigint[]']),
    ],
    drawn,
  );
  expect(text).toContain('returning id \\gset given_0_\n');
  expect(text).toContain(
    'select (:value_0::text || :given_0_id::text)::text, ' +
      '(:value_1::text || :given_0_id::text || :value_2::text || :uid::text || :value_3::text)::bigint[];',
  );
  expect(variables).toEqual({ value_0: 'energize:', value_1: '{"', value_2: '","', value_3: '"}' });
});

test('a time, part of a longer number and the results of several rows are no ids', () => {
  const at = new Date('4001-01-01T00:00:00.000Z');
  const { text, variables } = toScript(
    [
      captured('select id from many', [], [], [{ id: 70_001 }, { id: 70_002 }]),
      captured(
        'select $1, $2, $3, $4',
        [at, 140_019, 70_001, null],
        ['date', 'bigint', 'bigint', 'text'],
      ),
    ],
    drawn,
  );
  expect(text).toContain('select id from many;\n');
  expect(text).toContain('select :value_0::date, :value_1::bigint, :value_2::bigint, null::text;');
  expect(Object.values(variables)).toEqual([at.toISOString(), '140019', '70001']);
});

test('ids that could be other values, or equal each other, are refused', () => {
  const other = { captured: 4001, draw: '' };
  expect(() => toScript([], { uid: { captured: 21, draw: '' } })).toThrow('cannot be recognized');
  expect(() => toScript([], { uid: other, post: other })).toThrow('cannot be recognized');
});

test('half of a transaction is no script: pgbench may stop in the middle of a call', () => {
  const half = [captured('insert into made values (1)', [], []), captured('commit', [], [])];
  expect(() => toScript(half, drawn)).toThrow('half of a transaction');
  expect(toScript([captured('begin', [], []), ...half], drawn).text).toContain('begin;\n');
});
