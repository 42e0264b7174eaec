import type { RouteOptions } from 'fastify';
import { COUNTED_BY_MEMBER } from '../limits/rules.ts';
import type { Access, App, DeclaredRoute } from './app-types.ts';
import { isUnsafe } from './csrf.ts';

/**
 * Fails at startup if a route does not declare its access, its input or its responses, so that no route is unprotected
 * by mistake.
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
    // A route without query parameters rejects them, so that a misspelt one is not silently ignored.
    if (!schema['querystring']) {
      route.schema = {
        ...schema,
        querystring: { type: 'object', properties: {}, additionalProperties: false },
      };
    }
  });
}

/** D13: writes of a member count per member; a route without such a limit gets the general one. */
function limitWrites(route: RouteOptions, access: Access): void {
  const limits = route.config?.limits ?? [];
  if (access === 'public' || ![route.method].flat().some(isUnsafe)) return;
  if (limits.some((limit) => COUNTED_BY_MEMBER.includes(limit))) return;
  // A copy: routes share their config objects.
  route.config = { ...route.config, limits: [...limits, 'writes'] };
}

/** An optional body is `anyOf` with null. */
function isClosed(schema: Record<string, unknown>): boolean {
  const options = schema['anyOf'] as Record<string, unknown>[] | undefined;
  if (options) return options.every((one) => one['type'] === 'null' || isClosed(one));
  return schema['additionalProperties'] === false;
}
