import type { RouteHandlerMethod, RouteOptions } from 'fastify';
import type { App } from './app-types.ts';

/** Responds with the success status that the schema of a route declares, so that handlers only return the result. */
export function respondWithDeclaredStatus(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { response = {} } = (route.schema ?? {}) as { response?: object };
    const [status = 200, ...others] = Object.keys(response).map(Number);
    if (others.length > 0) throw new Error(`${route.url} declares several statuses`);
    if (status === 200) return;
    const handler = route.handler;
    route.handler = async function respond(request, reply) {
      const result = await handler.call(this, request, reply);
      reply.code(status);
      return status === 204 ? null : result;
    } satisfies RouteHandlerMethod;
  });
}
