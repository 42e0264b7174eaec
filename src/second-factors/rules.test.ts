import { describe, expect, test } from 'vitest';
import * as rules from './rules.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('RFC 6238', () => {
  /** Appendix B, SHA-1. */
  const VECTORS = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const;
  test.each(VECTORS)('D64 the vector of %i seconds', (seconds, code) => {
    expect(rules.totpCode(SECRET, rules.stepAt(at(seconds)), 8)).toBe(code);
  });

  test('D64 one step of drift either way, no more', () => {
    const now = at(1234567890);
    const step = rules.stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((drift) =>
      rules.findTotpStep(SECRET, rules.totpCode(SECRET, step + drift), now, 0),
    );
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test('D64 no code of a step that was used, or of an earlier one', () => {
    const now = at(1234567890);
    const step = rules.stepAt(now);
    const find = (drift: number) =>
      rules.findTotpStep(SECRET, rules.totpCode(SECRET, step + drift), now, step);
    expect([find(-1), find(0), find(1)]).toEqual([undefined, undefined, step + 1]);
  });
});

test('RFC 4648 base 32', () => {
  const encode = (text: string) => rules.toBase32(Buffer.from(text));
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(encode)).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
});

test('a recovery code may be typed in any way', () => {
  const hash = rules.hashRecoveryCode('ABCD-EFGH-IJKL-MNOP');
  expect(rules.hashRecoveryCode(' abcd efgh ijklmnop')).toEqual(hash);
});

test('a counter that goes back or stays is of a copy, unless there is none', () => {
  expect(rules.isCounterOfCopy(0, 0)).toBe(false);
  expect(rules.isCounterOfCopy(4, 5)).toBe(false);
  expect(rules.isCounterOfCopy(5, 5)).toBe(true);
  expect(rules.isCounterOfCopy(5, 0)).toBe(true);
});
