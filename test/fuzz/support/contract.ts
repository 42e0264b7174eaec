import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { App, DeclaredRoute } from '../../../src/platform/http/app-types.ts';
import { REFUSALS, type RefusalCode } from '../../../src/refusals.ts';
import type { Client } from '../../support/client.ts';

type HttpResponse = Awaited<ReturnType<Client['raw']>>;

/** The schema of refusals in the OpenAPI document. */
export function problemSchema(app: App): TSchema {
  const { paths } = app.swagger() as unknown as { paths: Record<string, { get: Documented }> };
  const refused = paths['/api/posts']?.get.responses['default'];
  if (!refused) throw new Error('the OpenAPI document has no schema for refusals');
  return refused.content['application/problem+json'].schema;
}

type Documented = {
  responses: Record<string, { content: { 'application/problem+json': { schema: TSchema } } }>;
};

/** The violation of the route's contract, or undefined. */
export function findFault(
  declared: DeclaredRoute,
  response: HttpResponse,
  problem: TSchema,
): string | undefined {
  if (response.status >= 500) return `broke: ${response.text}`;
  if (response.status >= 400)
    return isHtml(response) ? pageFault(response) : refusalFault(response, problem);
  if (declared.url.startsWith('/api/')) return successFault(declared.route.schema, response);
  if (response.status === 303) {
    const target = String(response.headers['location']);
    return /^\/(?![/\\])/.test(target) ? undefined : `leads to ${target}`;
  }
  return isHtml(response) ? pageFault(response) : undefined;
}

function refusalFault({ status, body, headers, text }: HttpResponse, problem: TSchema) {
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `a refusal of type ${headers['content-type']}: ${text}`;
  if (!Value.Check(problem, body)) return `no problem document: ${text}`;
  const problemBody = body as { code: RefusalCode; status: number };
  const known = Object.hasOwn(REFUSALS, problemBody.code) && REFUSALS[problemBody.code];
  if (!known || known.status !== status || problemBody.status !== status)
    return `an unknown refusal: ${status} ${text}`;
  return undefined;
}

const checks = new WeakMap<object, ReturnType<typeof Compile>>();

function successFault(
  schema: FastifySchema | undefined,
  { status, body, text, headers }: HttpResponse,
) {
  const declared = (schema?.response as Record<string, TSchema> | undefined)?.[status];
  if (!declared) return `status ${status} is not declared`;
  if (status === 204) return text === '' ? undefined : `204 with ${text}`;
  // A file is not described by a schema.
  if (!String(headers['content-type']).startsWith('application/json')) return undefined;
  const check = checks.get(declared) ?? Compile(declared);
  checks.set(declared, check);
  if (check.Check(body)) return undefined;
  return `not the declared response: ${JSON.stringify(check.Errors(body).slice(0, 3))} in ${text}`;
}

function isHtml({ headers }: HttpResponse): boolean {
  return String(headers['content-type']).startsWith('text/html');
}

/** Values rendered by mistake. */
const SLIPS = /\[object Object\]|>\s*(?:undefined|NaN|Invalid Date)\s*</;

function pageFault({ text }: HttpResponse): string | undefined {
  if (!text.startsWith('<!doctype html>')) return 'a page without its beginning';
  return SLIPS.exec(text)?.[0];
}
