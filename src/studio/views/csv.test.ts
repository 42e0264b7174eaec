import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const cellsOf = (...row: (string | number)[]) => toCsv([row]).slice(1).trimEnd();

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a text that begins as a formula is a text: %j',
  (text) => {
    expect(cellsOf(text)).toBe(`'${text}`);
  },
);

test('a formula after a line break or with quotes stays inside its quoted cell', () => {
  expect(cellsOf('\n=1', 'a\r\n=1', '="x"')).toBe('"\'\n=1","a\r\n=1","\'=""x"""');
});

test('a number is a number, also below zero; the file begins with a byte order mark and ends its lines as RFC 4180', () => {
  expect(toCsv([['天', -2, 3]])).toBe('\u{feff}天,-2,3\r\n');
});
