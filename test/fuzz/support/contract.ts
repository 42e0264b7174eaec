import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { App } from '../../../src/platform/http/app-types.ts';
import type { DeclaredRoute } from '../../../src/platform/http/declared-access.ts';
import { REFUSALS, type RefusalCode } from '../../../src/refusals.ts';
import type { Client } from '../../support/client.ts';

type HttpResponse = Awaited<ReturnType<Client['raw']>>;

/** What the API's own document says of every refusal. */
export function problemSchema(app: App): TSchema {
  const { paths } = app.swagger() as unknown as { paths: Record<string, { get: Documented }> };
  const refused = paths['/api/posts']?.get.responses['default'];
  if (!refused) throw new Error('the document says nothing of refusals');
  return refused.content['application/problem+json'].schema;
}

type Documented = {
  responses: Record<string, { content: { 'application/problem+json': { schema: TSchema } } }>;
};

/** What is wrong with an answer, by the contract of its route; undefined where nothing is. */
export function findFault(
  declared: DeclaredRoute,
  answer: HttpResponse,
  problem: TSchema,
): string | undefined {
  if (answer.status >= 500) return `broke: ${answer.text}`;
  if (answer.status >= 400)
    return isHtml(answer) ? pageFault(answer) : refusalFault(answer, problem);
  if (declared.url.startsWith('/api/')) return answerFault(declared.route.schema, answer);
  if (answer.status === 303) {
    const target = String(answer.headers['location']);
    return /^\/(?![/\\])/.test(target) ? undefined : `leads to ${target}`;
  }
  return isHtml(answer) ? pageFault(answer) : undefined;
}

function refusalFault({ status, body, headers, text }: HttpResponse, problem: TSchema) {
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `a refusal of type ${headers['content-type']}: ${text}`;
  if (!Value.Check(problem, body)) return `no problem document: ${text}`;
  const said = body as { code: RefusalCode; status: number };
  const known = Object.hasOwn(REFUSALS, said.code) && REFUSALS[said.code];
  if (!known || known.status !== status || said.status !== status)
    return `an unknown refusal: ${status} ${text}`;
  return undefined;
}

const checks = new WeakMap<object, ReturnType<typeof Compile>>();

function answerFault(
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
  return `not the declared answer: ${JSON.stringify(check.Errors(body).slice(0, 3))} in ${text}`;
}

function isHtml({ headers }: HttpResponse): boolean {
  return String(headers['content-type']).startsWith('text/html');
}

/** What a value shows that nobody meant to show. */
const SLIPS = /\[object Object\]|>\s*(?:undefined|NaN|Invalid Date)\s*</;

function pageFault({ text }: HttpResponse): string | undefined {
  if (!text.startsWith('<!doctype html>')) return 'a page without its beginning';
  return SLIPS.exec(text)?.[0];
}
