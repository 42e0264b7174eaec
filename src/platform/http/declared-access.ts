import type { RouteOptions } from 'fastify';
import { COUNTED_BY_MEMBER } from '../limits/rules.ts';
import type { Access, App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';

/** What the documentation and the generated tests walk through. */
export type DeclaredRoute = {
  method: string;
  url: string;
  access: Access;
  route: RouteOptions;
  /** As it was written, before anything is wrapped around it. */
  handler: RouteOptions['handler'];
};

/**
 * Refuses, at start, a route that does not say who may call it, what it takes or what it answers.
 * Protection that has to be remembered is forgotten one day; this cannot be.
 */
export function declareAccess(app: App): void {
  const routes: DeclaredRoute[] = [];
  app.decorate('routes', routes);
  app.addHook('onRoute', (route: RouteOptions) => {
    const name = `${[route.method].flat().join(',')} ${route.url}`;
    const access = route.config?.access;
    if (!access) throw new Error(`${name} declares no access group`);
    limitWrites(route, access);
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD')
        routes.push({ method, url: route.url, access, route, handler: route.handler });
    }
    if (!route.url.startsWith('/api/')) return;

    const schema = (route.schema ?? {}) as Record<string, Record<string, unknown> | undefined>;
    if (!schema['response']) throw new Error(`${name} declares no response`);
    if (!schema['operationId']) throw new Error(`${name} has no operationId`);
    if (route.url.includes(':') && !schema['params']) throw new Error(`${name} declares no params`);
    if (
      [route.method].flat().some((method) => method !== 'DELETE' && isUnsafe(method)) &&
      !schema['body'] &&
      !route.config?.multipart
    ) {
      throw new Error(`${name} declares no body`);
    }
    for (const part of ['body', 'querystring']) {
      if (schema[part] && !isClosed(schema[part]))
        throw new Error(`${name}: ${part} accepts unknown fields`);
    }
    // A route that takes no query refuses one, so that a misspelt parameter is not silently ignored.
    if (!schema['querystring']) {
      route.schema = {
        ...schema,
        querystring: { type: 'object', properties: {}, additionalProperties: false },
      };
    }
  });
}

/** D13: what a member changes is counted for the member; without a limit of its own, as one of all writes. */
function limitWrites(route: RouteOptions, access: Access): void {
  const limits = route.config?.limits ?? [];
  if (access === 'public' || ![route.method].flat().some(isUnsafe)) return;
  if (limits.some((limit) => COUNTED_BY_MEMBER.includes(limit))) return;
  // A copy: routes share what they declare.
  route.config = { ...route.config, limits: [...limits, 'writes'] };
}

/** A body may be absent (`anyOf` with null) where the specification lets a call come without one. */
function isClosed(schema: Record<string, unknown>): boolean {
  const options = schema['anyOf'] as Record<string, unknown>[] | undefined;
  if (options) return options.every((one) => one['type'] === 'null' || isClosed(one));
  return schema['additionalProperties'] === false;
}
