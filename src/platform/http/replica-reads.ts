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
    /** Whether this request has written something, or may have. */
    wrote: boolean;
  }
}

const HEADER = 'read-after';
const COOKIE = 'wrote';
/** Many times what a replica in use may lack: when it is gone, it is no longer needed. */
const COOKIE_SECONDS = 10;
const POSITION = /^\d{1,16}$/;

/**
 * Lets a request that only looks read from a replica, by `ctx.readDb`. Whoever has written gets the position of the
 * log after it and brings it along: a browser as a cookie, a program as a header. So they see what they wrote,
 * whichever process they come to, and nothing has to be kept of them. A program that brings none is one that may
 * not know about it, and reads from the primary. The position is not signed: whoever forges it deceives only
 * themselves.
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
        // One place for the whole page: another replica may not know yet what this one has shown.
        // D55: while nobody could tell us what was hidden, only the primary is sure not to show it.
        if (source === null) source = listener.isLive() ? replicas.choose(after) : undefined;
        return source?.isInUse() && !request.wrote ? source.db : ctx.db;
      },
    };
  });

  // Not before it is let in: who is turned away has written nothing, and must cost nothing.
  app.addHook('preHandler', async (request) => {
    if (isUnsafe(request.method)) request.wrote = true;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.wrote) return payload;
    const position = String(await replicas.endOfLog());
    reply.header(HEADER, position);
    if (!isProgram(request)) {
      const options = { maxAge: COOKIE_SECONDS, httpOnly: true, sameSite: 'lax' } as const;
      setCookie(reply, COOKIE, position, options);
    }
    return payload;
  });
}

/** Undefined where nobody knows what the caller has to see. */
function presentedPosition(request: FastifyRequest): number | undefined {
  const { BASE_URL } = request.server.ctx.config;
  const brought = isProgram(request)
    ? request.headers[HEADER]
    : (request.cookies[cookieName(BASE_URL, COOKIE)] ?? '0');
  return typeof brought === 'string' && POSITION.test(brought) ? Number(brought) : undefined;
}

/** D5: whoever brings a bearer token keeps no cookies. */
function isProgram(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** A page may write on the way: the daily check-in, a session that is renewed. From then on it has to see that. */
function trackWrites(
  ctx: Context,
  request: FastifyRequest,
): Pick<Context, 'tx' | 'autocommit' | 'batchWrite'> {
  const noted = <Args extends unknown[], R>(write: (...args: Args) => R) => {
    return (...args: Args) => {
      request.wrote = true;
      return write(...args);
    };
  };
  return {
    tx: noted(ctx.tx) as Context['tx'],
    autocommit: noted(ctx.autocommit) as Context['autocommit'],
    batchWrite: noted(ctx.batchWrite) as Context['batchWrite'],
  };
}
