import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { RoutedId, readRoutedId, writeRoutedId } from './routed-id.ts';

const schema = Compile(RoutedId);

describe('D4 an id with the id of what it is stored with', () => {
  test.each([
    ['345', { owner: undefined, id: 345 }],
    ['7-345', { owner: 7, id: 345 }],
    ['9007199254740991-1', { owner: 9007199254740991, id: 1 }],
  ])('%s is valid', (text, routed) => {
    expect(schema.Check(text)).toBe(true);
    expect(readRoutedId(text)).toEqual(routed);
  });

  test.each([
    '',
    '0',
    '07',
    '-7',
    '7-',
    '7-0',
    '1-2-3',
    '1 - 2',
    '9007199254740992',
    '1-9007199254740992',
    'new',
  ])('"%s" is not valid', (text) => expect(schema.Check(text)).toBe(false));

  test('it is read as it was written', () => {
    expect(readRoutedId(writeRoutedId(7, 345))).toEqual({ owner: 7, id: 345 });
  });
});
