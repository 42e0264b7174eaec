import { expect, test } from 'vitest';
import { publishDocument } from './published-document.ts';

const card = { type: 'object', title: 'UserCard', properties: { title: { type: 'string' } } };
const empty = { type: 'object', properties: {} };

function publish(operation: object) {
  const document = publishDocument({ openapi: '3.1.0', paths: { '/a': { post: operation } } });
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into a document.
  const { components, paths } = document as any;
  return { schemas: components.schemas, operation: paths['/a'].post };
}

const answering = (...shapes: object[]) => ({
  responses: { 200: { content: { 'application/json': { schema: { anyOf: shapes } } } } },
});

test('a shape with a title stands once under its name, and a property called title is none', () => {
  const { schemas, operation } = publish(answering(card, { type: 'array', items: card }));
  expect(schemas).toEqual({
    UserCard: { type: 'object', properties: { title: { type: 'string' } } },
  });
  const $ref = '#/components/schemas/UserCard';
  expect(operation.responses[200].content['application/json'].schema.anyOf).toEqual([
    { $ref },
    { type: 'array', items: { $ref } },
  ]);
});

test('two shapes of one name are a mistake in the routes', () => {
  expect(() => publish(answering(card, { ...empty, title: 'UserCard' }))).toThrow(
    'two shapes of the API have the title UserCard',
  );
});

test('a body that may be null is a body that may be left out', () => {
  const body = (schema: object) => ({
    requestBody: { content: { 'application/json': { schema } } },
  });
  const loose = publish(body({ anyOf: [empty, { type: 'null' }] })).operation.requestBody;
  expect(loose).toEqual({ required: false, content: { 'application/json': { schema: empty } } });
  expect(publish(body(empty)).operation.requestBody).toMatchObject({ required: true });
});

test('an answer is described by what its status means', () => {
  const { operation } = publish({
    responses: { 201: { description: 'Default Response' }, default: { description: 'Refused' } },
  });
  expect(operation.responses).toEqual({
    201: { description: 'Created' },
    default: { description: 'Refused' },
  });
});
