import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { HiddenListener } from '../db/hidden-listener.ts';
import type { Replicas, Source } from '../db/replicas/open.ts';
import type { App } from './app-types.ts';
import { cookieName, setCookie } from './cookies.ts';
import { isUnsafe } from './csrf.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** Whether this request has written, or may have. */
    wrote: boolean;
  }
}

const HEADER = 'read-after';
const COOKIE = 'wrote';
/** Many times the lag of a replica in use: when the cookie expires, it is no longer needed. */
const COOKIE_SECONDS = 10;
const POSITION = /^\d{1,16}$/;

/**
 * Lets safe requests read from a replica through `ctx.readDb`. The response to a write contains the WAL position after
 * it, which the client sends back: a browser as a cookie, an API client as a header. So clients read their own writes in
 * every process, without state on the server. An API client that sends no position may not know about it and reads from
 * the primary. The position is not signed: forging it affects only the forger's own reads.
 */
export function readFromReplicas(
  app: App,
  replicas: Replicas | undefined,
  listener: HiddenListener,
): void {
  app.decorateRequest('wrote', false);
  if (!replicas) return;

  app.addHook('onRequest', async (request) => {
    const after = presentedPosition(request);
    if (isUnsafe(request.method) || after === undefined) return;
    const { ctx } = request;
    let source: Source | undefined | null = null;
    request.ctx = {
      ...ctx,
      ...trackWrites(ctx, request),
      get readDb() {
        // One replica for the whole request: another may lag behind it.
        // D55: while no notifications of hidden content arrive, only the primary is safe.
        if (source === null) source = listener.isLive() ? replicas.choose(after) : undefined;
        return source?.isInUse() && !request.wrote ? source.db : ctx.db;
      },
    };
  });

  // Not before admission: a rejected request has written nothing, and must cost nothing.
  app.addHook('preHandler', async (request) => {
    if (isUnsafe(request.method) && !request.route.config.beacon) request.wrote = true;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.wrote) return payload;
    const position = String(await replicas.endOfLog());
    reply.header(HEADER, position);
    if (!isApiClient(request)) {
      const options = { maxAge: COOKIE_SECONDS, httpOnly: true, sameSite: 'lax' } as const;
      setCookie(reply, COOKIE, position, options);
    }
    return payload;
  });
}

/** Undefined if the WAL position that the client needs is unknown. */
function presentedPosition(request: FastifyRequest): number | undefined {
  const { BASE_URL } = request.server.ctx.config;
  const position = isApiClient(request)
    ? request.headers[HEADER]
    : (request.cookies[cookieName(BASE_URL, COOKIE)] ?? '0');
  return typeof position === 'string' && POSITION.test(position) ? Number(position) : undefined;
}

/** D5: a client with a bearer token stores no cookies. */
function isApiClient(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** A GET may write too: the daily check-in, a renewed session. From then on it reads from the primary. */
function trackWrites(
  ctx: Context,
  request: FastifyRequest,
): Pick<Context, 'tx' | 'autocommit' | 'batchWrite'> {
  const markingWrite = <Args extends unknown[], R>(write: (...args: Args) => R) => {
    return (...args: Args) => {
      request.wrote = true;
      return write(...args);
    };
  };
  return {
    tx: markingWrite(ctx.tx) as Context['tx'],
    autocommit: markingWrite(ctx.autocommit) as Context['autocommit'],
    batchWrite: markingWrite(ctx.batchWrite) as Context['batchWrite'],
  };
}
