import { expect, test } from 'vitest';
import { publishDocument } from './openapi-document.ts';

const card = { type: 'object', title: 'UserCard', properties: { title: { type: 'string' } } };
const empty = { type: 'object', properties: {} };

function publish(operation: object) {
  const document = publishDocument({ openapi: '3.1.0', paths: { '/a': { post: operation } } });
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into a document.
  const { components, paths } = document as any;
  return { schemas: components.schemas, operation: paths['/a'].post };
}

const respondingWith = (...schemas: object[]) => ({
  responses: { 200: { content: { 'application/json': { schema: { anyOf: schemas } } } } },
});

test('a schema with a title becomes one named component; a property called title does not', () => {
  const { schemas, operation } = publish(respondingWith(card, { type: 'array', items: card }));
  expect(schemas).toEqual({
    UserCard: { type: 'object', properties: { title: { type: 'string' } } },
  });
  const $ref = '#/components/schemas/UserCard';
  expect(operation.responses[200].content['application/json'].schema.anyOf).toEqual([
    { $ref },
    { type: 'array', items: { $ref } },
  ]);
});

test('two schemas with the same title are an error', () => {
  expect(() => publish(respondingWith(card, { ...empty, title: 'UserCard' }))).toThrow(
    'two schemas of the API have the title UserCard',
  );
});

test('a body that may be null is optional', () => {
  const body = (schema: object) => ({
    requestBody: { content: { 'application/json': { schema } } },
  });
  const loose = publish(body({ anyOf: [empty, { type: 'null' }] })).operation.requestBody;
  expect(loose).toEqual({ required: false, content: { 'application/json': { schema: empty } } });
  expect(publish(body(empty)).operation.requestBody).toMatchObject({ required: true });
});

test('a response is described by the meaning of its status', () => {
  const { operation } = publish({
    responses: { 201: { description: 'Default Response' }, default: { description: 'Refused' } },
  });
  expect(operation.responses).toEqual({
    201: { description: 'Created' },
    default: { description: 'Refused' },
  });
});
