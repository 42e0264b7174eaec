import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { lazy } from '../cache/lazy.ts';
import type { Access, App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import { publishDocument } from './openapi-document.ts';

const VERSION = '0.1.0';

const Problem = {
  type: 'object',
  title: 'Problem',
  description: 'RFC 9457. The codes are listed in docs/errors.md.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: "In the caller's language." },
    instance: { type: 'string', description: 'The request id.' },
    code: { type: 'string', description: 'Stable; made for programs.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        title: 'FieldProblem',
        required: ['pointer', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer to the field.' },
          detail: { type: 'string' },
        },
      },
    },
    retry_after: { type: 'integer', description: 'Seconds to wait, where waiting helps.' },
  },
};

const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Makes a retry safe for 24 hours: same key and body, same response.',
    }),
  ),
});

const ACCESS_NOTES: Record<Access, string> = {
  public: 'Open to everybody.',
  optional: 'Open to everybody; the response may depend on the caller.',
  member: 'For members.',
  admin: 'For administrators.',
  owner: 'For the owner.',
};

/** Generated from the schemas that validate requests and serialize responses. */
export async function describeApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lamplight API',
        version: VERSION,
        description:
          'Lists are keyset-paged, errors are problem documents, and every unsafe call may carry an Idempotency-Key.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
          token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'lamp_…',
            description: 'An API token with the named scope.',
          },
          cookie: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      if (!url.startsWith('/api/')) return { schema: { hide: true }, url };
      return {
        schema: document(schema ?? {}, String(route.method), route.config ?? {}),
        url,
      };
    },
  });
  const published = lazy(() => {
    const text = JSON.stringify(openapiDocument(app));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  });
  app.get('/openapi.json', { config: { access: 'public', internal: true } }, (request, reply) => {
    const { text, etag } = published();
    reply.header('etag', etag).header('cache-control', 'public, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

export function openapiDocument(app: App): object {
  return publishDocument(app.swagger());
}

/** No schema validates files, so the request body is described here. */
const ONE_FILE = {
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  },
};

function document(
  schema: FastifySchema,
  method: string,
  { access = 'public', multipart, beacon, scope }: FastifyContextConfig,
): FastifySchema {
  const problem = {
    description: 'Refused',
    content: { 'application/problem+json': { schema: Problem } },
  };
  return {
    ...schema,
    description: [schema.description, ACCESS_NOTES[access]].filter(Boolean).join(' '),
    security:
      access === 'public'
        ? []
        : [{ bearer: [] }, { cookie: [] }, ...(scope === undefined ? [] : [{ token: [scope] }])],
    ...(isUnsafe(method) && !beacon ? { headers: IdempotencyHeader } : {}),
    ...(multipart ? ONE_FILE : {}),
    response: { ...(schema.response as object), default: problem },
  };
}
