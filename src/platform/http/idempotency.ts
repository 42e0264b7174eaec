import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { Refusal } from '../../refusals.ts';
import type { Trx } from '../db/database.ts';
import { openUnitOfWork } from '../db/unit-of-work.ts';
import { hasTimedOut } from './admission/request-timeouts.ts';
import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import {
  type Claim,
  claimReply,
  deleteReply,
  findReply,
  insertLastReply,
  isLive,
} from './idempotency-store.ts';

const MAX_KEY = 64;
const PURPOSE = 'idempotent reply';
const STORED_HEADERS = [
  'content-type',
  'content-security-policy',
  'set-cookie',
  'location',
  'etag',
] as const;

type StoredReply = { status: number; headers: Record<string, string | string[]>; body: string };

/**
 * Every unsafe route takes an optional Idempotency-Key: its handler is wrapped when it is registered. The reply is stored
 * in the transaction of the effect, so after a crash past the commit the retry still gets that reply.
 */
export function wrapUnsafeHandlers(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat();
    // A beacon has no effect that a retry could repeat.
    if (!methods.some(isUnsafe) || route.config?.beacon) return;
    const handler = route.handler;
    route.handler = async function idempotent(request, reply) {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return handler.call(this, request, reply);
      return runOnce(request, reply, key, () => handler.call(this, request, reply));
    } satisfies RouteHandlerMethod;
  });
}

async function runOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | string[],
  handle: () => unknown,
): Promise<unknown> {
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY) {
    throw new Refusal(
      'invalid_input',
      {},
      { fields: [{ pointer: '/headers/idempotency-key', detail: `1 to ${MAX_KEY} characters` }] },
    );
  }
  const { ctx } = request;
  const claim = { scope: scopeOf(request), key, fingerprint: fingerprintOf(request) };
  const existing = await findReply(ctx.db, claim);
  const stored = existing && isLive(existing, ctx.now()) && openReply(request, existing);
  if (stored) return replay(reply, stored);

  const unit = openUnitOfWork(ctx.db, (trx) => claimKey(request, trx, claim, Boolean(existing)));
  request.ctx = {
    ...ctx,
    get db() {
      return unit.db;
    },
    get readDb() {
      return unit.db;
    },
    tx: unit.tx,
    autocommit: unit.tx,
    // Not batched: the reply is stored in a transaction with this caller's effect only.
    batchWrite: (kind, item) => unit.tx(async (trx) => (await kind.write(trx, [item]))[0] as never),
  };
  try {
    const result = await handle();
    if (result === reply)
      throw new Error(
        'a handler must return its result: a reply that it sends itself would precede the commit',
      );
    // The client received the timeout instead; every retry would replay it.
    if (hasTimedOut(reply)) throw new Refusal('unavailable');
    if (unit.trx) await storeLast(request, unit.trx, claim, toStored(reply, result));
    await unit.commit();
    return result;
  } catch (error) {
    if (error instanceof Refusal && error.keepsEffects) await unit.commit();
    else await unit.rollback();
    if (error instanceof AlreadyReplied) return replay(reply, error.reply);
    throw error;
  }
}

/** The first request committed between the look-up and the claim. */
class AlreadyReplied extends Error {
  readonly reply: StoredReply;
  constructor(reply: StoredReply) {
    super('already replied');
    this.reply = reply;
  }
}

async function claimKey(
  request: FastifyRequest,
  trx: Trx,
  claim: Claim,
  hasExisting: boolean,
): Promise<void> {
  const lock = createHash('sha256').update(claim.scope).update(claim.key).digest().readBigInt64BE();
  const claimed = await claimReply(trx, claim, lock, request.server.ctx.now());
  if (!claimed) throw new Refusal('request_in_progress', { retry_after: 1 });
  const stored = claimed.stored && openReply(request, claimed.stored);
  if (stored) throw new AlreadyReplied(stored);
  // An expired reply, or one sealed with a retired secret, is replaced.
  if (hasExisting || claimed.stored) await deleteReply(trx, claim);
}

function openReply(
  request: FastifyRequest,
  { fingerprint, reply }: { fingerprint: Buffer; reply: Buffer },
): StoredReply | undefined {
  const { secrets } = request.server.ctx;
  const plain = secrets.open(PURPOSE, reply);
  if (!plain) return undefined;
  // Another process may have signed with another key of the rotation.
  if (!secrets.verify('fingerprint', contentOf(request), fingerprint.toString('base64url')))
    throw new Refusal('idempotency_key_reused');
  return JSON.parse(plain.toString()) as StoredReply;
}

/** Sent together with the commit: effect and reply are stored both or not at all. */
async function storeLast(
  request: FastifyRequest,
  trx: Trx,
  claim: Claim,
  reply: StoredReply,
): Promise<void> {
  const { now, secrets } = request.server.ctx;
  await insertLastReply(trx, {
    ...claim,
    reply: secrets.seal(PURPOSE, Buffer.from(JSON.stringify(reply))),
    uid: request.viewer?.uid ?? null,
    created_at: now(),
  });
}

function toStored(reply: FastifyReply, result: unknown): StoredReply {
  const headers: StoredReply['headers'] = {};
  for (const name of STORED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
  }
  const body = result === null ? '' : reply.serialize(result as object);
  return { status: reply.statusCode, headers, body: String(body) };
}

function replay(reply: FastifyReply, stored: StoredReply): FastifyReply {
  reply.code(stored.status).headers(stored.headers).header('idempotent-replayed', 'true');
  if (stored.body && !stored.headers['content-type']) reply.type('application/json; charset=utf-8');
  return reply.send(stored.body);
}

/** A key belongs to one caller and one route: it never replays the reply of another caller. */
function scopeOf(request: FastifyRequest): Buffer {
  const caller = request.viewer ? `user:${request.viewer.uid}` : `presented:${request.presented}`;
  const route = `${request.method} ${request.route.url}`;
  return createHash('sha256').update(`${caller}\n${route}`).digest();
}

/** Keyed, because a body may contain a password, which an unkeyed hash would expose to offline guessing. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const signature = request.server.ctx.secrets.sign('fingerprint', contentOf(request));
  return Buffer.from(signature, 'base64url');
}

function contentOf({ params, query, body }: FastifyRequest): string {
  return JSON.stringify([params, query, body ?? null]);
}
