import { describe, expect, test } from 'vitest';
import {
  curlExample,
  groupOperations,
  listFields,
  listLimits,
  type Operation,
  type Schema,
  sampleOf,
  typeName,
} from './rules.ts';

const text: Schema = { type: 'string' };
const nothing: Schema = { type: 'null' };

describe('the type of a field', () => {
  test.each<[Schema, string]>([
    [text, 'string'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ enum: ['cookie', 'bearer'] }, '"cookie" | "bearer"'],
    [{ const: 'on' }, '"on"'],
    [{ anyOf: [text, nothing] }, 'string | null'],
    [{ type: 'array', items: { type: 'object' } }, 'object[]'],
    [{ type: ['integer', 'null'] }, 'integer | null'],
    [{}, 'any'],
  ])('%o reads %s', (schema, name) => {
    expect(typeName(schema)).toBe(name);
  });
});

describe('the limits of a field', () => {
  test.each<[Schema, string[]]>([
    [{ minLength: 8, maxLength: 128 }, ['length 8–128']],
    [{ maxLength: 64 }, ['length ≤ 64']],
    [{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ['range ≥ 1']],
    [{ minItems: 1, maxItems: 1 }, ['items 1']],
    [{ minimum: 1, maximum: 100, default: 20 }, ['range 1–100', 'default 20']],
    [{ pattern: '^a$' }, ['pattern ^a$']],
    [text, []],
  ])('%o reads %o', (schema, limits) => {
    expect(listLimits(schema).map(({ kind, text }) => `${kind} ${text}`)).toEqual(limits);
  });
});

test('fields of nested objects, lists and objects that may be null follow the field that contains them', () => {
  const user: Schema = { properties: { uid: { type: 'integer' } }, required: ['uid'] };
  const fields = listFields({
    properties: { user, items: { items: user }, maybe: { anyOf: [user, nothing] }, plain: text },
    required: ['user'],
  });
  expect(
    fields.map(({ parent, name, required }) => `${parent}${name}${required ? '*' : ''}`),
  ).toEqual(['user*', 'user.uid*', 'items', 'items[].uid*', 'maybe', 'maybe.uid*', 'plain']);
});

test('a sample has the required fields, or all fields if none is required', () => {
  const properties = { email: { type: 'string', examples: ['a@b.cn'] }, new_password: text };
  expect(sampleOf({ properties, required: ['email'] })).toEqual({ email: 'a@b.cn' });
  expect(sampleOf({ properties })).toEqual({
    email: 'a@b.cn',
    new_password: 'correct horse battery',
  });
  expect(sampleOf({ anyOf: [nothing, { type: 'array', items: { type: 'boolean' } }] })).toEqual([
    true,
  ]);
});

test('operations are grouped by tag, and the problem document is not repeated in each', () => {
  const operation = { operationId: 'a', tags: ['x'], responses: { 200: {}, default: {} } };
  const groups = groupOperations({
    paths: {
      '/a': { get: operation },
      '/b': { post: { ...operation, operationId: 'b', tags: ['y'] } },
      '/c': { get: { ...operation, operationId: 'c' } },
    },
  });
  expect(groups.map(({ tag, operations }) => [tag, ...operations.map(({ id }) => id)])).toEqual([
    ['x', 'a', 'c'],
    ['y', 'b'],
  ]);
  expect(groups[0]?.operations[0]?.responses.map(({ status }) => status)).toEqual(['200']);
});

describe('the example of an operation', () => {
  const operation: Operation = {
    id: 'x',
    tag: 'x',
    method: 'POST',
    path: '/api/x/{sid}',
    summary: '',
    description: '',
    open: false,
    parameters: [],
    body: undefined,
    responses: [],
  };
  const login: Schema = { properties: { email: text, transport: text }, required: ['email'] };

  test('a protected one carries the token and names what the path needs', () => {
    expect(curlExample('https://h', operation)).toBe(
      'curl -X POST "https://h/api/x/$SID" \\\n  -H "Authorization: Bearer $TOKEN"',
    );
  });

  test('an open one that changes something carries the CSRF token, unless it requests bearer tokens', () => {
    expect(curlExample('https://h', { ...operation, open: true })).toContain('X-CSRF-Token: $CSRF');
    const body = { media: 'application/json', schema: login, optional: false };
    const example = curlExample('https://h', { ...operation, open: true, body });
    expect(example).toContain(`-d '{"email":"example","transport":"bearer"}'`);
    expect(example).not.toContain('CSRF');
  });
});
