import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Refusal, RefusalCode } from '../../refusals.ts';
import type { App, DeclaredRoute } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import { isFlash, setFlash } from './flash.ts';
import { localPath } from './page.ts';
import { sendProblem, toRefusal } from './problem.ts';
import { objectOf } from './validation.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** The values of a submitted form as typed, to show them again. */
    typed: Record<string, string>;
    /** The path to redirect to afterwards: always on this site, with `{id}` not filled in yet. */
    next: string;
  }
}

type Fields = Record<string, unknown>;
export type RenderRefusedForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
) => Promise<string>;

/** Pages that show their own form again after a refusal, by operationId. */
const refusedForms = new WeakMap<App, Map<string, RenderRefusedForm>>();

export function renderRefusedForms(app: App, operationId: string, render: RenderRefusedForm): void {
  const known = refusedForms.get(app) ?? new Map<string, RenderRefusedForm>();
  refusedForms.set(app, known.set(operationId, render));
}

/** Refusals that have a page of their own, whatever form was refused. */
const refusalPages = new WeakMap<App, Map<RefusalCode, RenderRefusedForm>>();

export function renderRefusalsOf(app: App, code: RefusalCode, render: RenderRefusedForm): void {
  const known = refusalPages.get(app) ?? new Map<RefusalCode, RenderRefusedForm>();
  refusalPages.set(app, known.set(code, render));
}

/** For a form that is refused because the session ended while its page was open. */
export function redirectToLogIn(reply: FastifyReply, next: string): string {
  const location = `/login?next=${encodeURIComponent(next)}`;
  reply.code(303).header('location', location).serializer(String);
  return '';
}

/**
 * Every unsafe operation of the API also works as an HTML form without scripts: the same handler and guards, at the same
 * path without `/api`, plus `/update` or `/delete` where a form cannot send PUT or DELETE. It redirects to the form's
 * `next`, with `{id}` filled in from the result. The form's own fields are removed before the body is validated.
 */
export function addFormRoutes(
  app: App,
  renderRefused: RenderRefusedForm,
  loadShell: (request: FastifyRequest) => Promise<void>,
): void {
  app.decorateRequest('typed');
  app.decorateRequest('next', '/');
  const operations = app.routes.filter(
    ({ method, url, route }) =>
      isUnsafe(method) &&
      url.startsWith('/api/') &&
      !route.config?.multipart &&
      !route.config?.beacon &&
      !route.config?.signed,
  );
  const render: RenderRefusedForm = async (request, reply, refusal) => {
    await loadShell(request);
    const { form = '' } = request.route.config;
    const ofCode = refusalPages.get(app)?.get(refusal.code);
    return (ofCode ?? refusedForms.get(app)?.get(form) ?? renderRefused)(request, reply, refusal);
  };
  for (const operation of operations) addFormRoute(app, operation, render);
}

const SUFFIX: Record<string, string> = { POST: '', PUT: '/update', DELETE: '/delete' };

export function formUrl(method: string, url: string): string {
  return `${url.replace(/^\/api/, '')}${SUFFIX[method] ?? ''}`;
}

function addFormRoute(app: App, operation: DeclaredRoute, render: RenderRefusedForm): void {
  const { route, method, url, handler } = operation;
  const { body, params, operationId } = route.schema as {
    body?: TSchema;
    params?: TSchema;
    operationId: string;
  };
  const { BASE_URL } = app.ctx.config;
  app.route({
    method: 'POST',
    url: formUrl(method, url),
    config: { ...route.config, form: operationId },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: { ...(body ? { body } : {}), ...(params ? { params } : {}), hide: true },
    preValidation: async (request) => {
      request.body = readForm(request, body, BASE_URL);
    },
    // A refusal is thrown, so the transaction is rolled back before this runs.
    errorHandler: async (error, request, reply) => {
      const refusal = toRefusal(error);
      if (refusal.status >= 500) throw error;
      if (!wantsPage(request)) return sendProblem(request, reply, refusal);
      // These refuse before the form is read, and must not lose the input. After a failed CSRF check the form
      // stays unread: a foreign page's values must not appear in a form of ours.
      if (refusal.code === 'rate_limited' || refusal.code === 'terms_not_accepted')
        readForm(request, body, BASE_URL);
      return render(request, reply, refusal);
    },
    handler: async function redirectToNext(request, reply) {
      const result = (await handler.call(this, request, reply)) as { id?: number } | null;
      const next = request.next.replaceAll('{id}', String(result?.id ?? ''));
      if (isFlash(operationId)) setFlash(reply, operationId);
      // Checked again: without an id, `/{id}/elsewhere` would name another host.
      const location = localPath(BASE_URL, next);
      if (!wantsPage(request)) {
        reply.code(200).serializer(JSON.stringify).type('application/json; charset=utf-8');
        return { location };
      }
      reply.code(303).header('location', location).serializer(String).type('text/plain');
      return '';
    },
  });
}

/** A script that submits the form accepts JSON and stays on its page. */
function wantsPage(request: FastifyRequest): boolean {
  return !request.headers.accept?.includes('application/json');
}

function readForm(request: FastifyRequest, schema: TSchema | undefined, baseUrl: string): unknown {
  const { csrf_token: _, next, idempotency_key, ...fields } = (request.body ?? {}) as Fields;
  // Checked here, so that no page can use an unchecked path. The URL parser escapes the braces of `{id}`.
  const target = localPath(baseUrl, typeof next === 'string' ? next : undefined);
  request.next = target.replaceAll('%7Bid%7D', '{id}');
  request.typed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  if (typeof idempotency_key === 'string' && idempotency_key !== '')
    request.headers['idempotency-key'] = idempotency_key;
  return schema ? toBody(schema, fields) : undefined;
}

/** Form values are text; the schema of the operation gives their types. */
function toBody(schema: TSchema, fields: Fields): unknown {
  const object = objectOf(schema);
  if (!object) return fields;
  const read = Object.entries(fields).map(([name, value]) => {
    const property = object.properties[name];
    return [name, property ? readField(property, value) : value] as const;
  });
  // An empty text box means the field is absent, unless the schema accepts an empty string.
  return Object.fromEntries(
    read.filter(([name, value]) => {
      const property = object.properties[name];
      const required = object.required?.includes(name);
      return value !== '' || required || !property || Value.Check(property, '');
    }),
  );
}

const INTEGER = /^-?\d{1,15}$/;

function readField(schema: TSchema, value: unknown): unknown {
  const { type, items, anyOf } = schema as { type?: string; items?: TSchema; anyOf?: TSchema[] };
  if (type === 'array' && items) {
    // Texts may contain spaces, numbers do not.
    const separators = (items as { type?: string }).type === 'string' ? /[\n,，、]+/ : /[\s,，、]+/;
    const parts = Array.isArray(value) ? value : String(value).split(separators);
    return parts.filter((part) => String(part).trim() !== '').map((part) => readField(items, part));
  }
  if (typeof value !== 'string') return value;
  if (type === 'integer' && INTEGER.test(value.trim())) return Number(value.trim());
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const nullable = anyOf?.filter((one) => (one as { type?: string }).type !== 'null') ?? [];
  if (anyOf && value === '' && nullable.length < anyOf.length) return null;
  // A number or null is read as the number. With more choices the schema does not give the type.
  const [only, ...others] = nullable;
  if (only && others.length === 0) return readField(only, value);
  // Browsers submit line breaks as CRLF.
  return value.replaceAll('\r\n', '\n');
}
