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
 * Every unsafe route takes an optional Idempotency-Key, by construction: its handler is wrapped as it is
 * registered. The answer is written in the transaction of the effect, so a process that dies after the
 * commit still owes, and the retry still gets, that very answer.
 */
export function wrapUnsafeHandlers(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat();
    if (!methods.some(isUnsafe)) return;
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
  const left = await findReply(ctx.db, claim);
  const stored = left && isLive(left, ctx.now()) && openReply(request, claim, left);
  if (stored) return replay(reply, stored);

  const unit = openUnitOfWork(ctx.db, (trx) => claimKey(request, trx, claim, Boolean(left)));
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
    // Alone: the answer must be stored with this caller's effect and nobody else's.
    batchWrite: (kind, item) => unit.tx(async (trx) => (await kind.write(trx, [item]))[0] as never),
  };
  try {
    const answer = await handle();
    if (answer === reply)
      throw new Error(
        'a handler must return its answer: sent by itself, it leaves before the commit',
      );
    // Stored, the answer would be the one that was given in its place, and every retry would hear it.
    if (hasTimedOut(reply)) throw new Refusal('unavailable');
    if (unit.trx) await storeLast(request, unit.trx, claim, toStored(reply, answer));
    await unit.commit();
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.keepsEffects) await unit.commit();
    else await unit.rollback();
    if (error instanceof AlreadyReplied) return replay(reply, error.reply);
    throw error;
  }
}

/** The first request committed between our look and our claim. */
class AlreadyReplied extends Error {
  readonly reply: StoredReply;
  constructor(reply: StoredReply) {
    super('already answered');
    this.reply = reply;
  }
}

async function claimKey(
  request: FastifyRequest,
  trx: Trx,
  claim: Claim,
  hasLeft: boolean,
): Promise<void> {
  const lock = createHash('sha256').update(claim.scope).update(claim.key).digest().readBigInt64BE();
  const claimed = await claimReply(trx, claim, lock, request.server.ctx.now());
  if (!claimed) throw new Refusal('request_in_progress', { retry_after: 1 });
  const stored = claimed.stored && openReply(request, claim, claimed.stored);
  if (stored) throw new AlreadyReplied(stored);
  // What has run out, or was sealed with a secret that is no more, makes room for this answer.
  if (hasLeft || claimed.stored) await deleteReply(trx, claim);
}

function openReply(
  request: FastifyRequest,
  claim: Claim,
  { fingerprint, reply }: { fingerprint: Buffer; reply: Buffer },
): StoredReply | undefined {
  if (!fingerprint.equals(claim.fingerprint)) throw new Refusal('idempotency_key_reused');
  const plain = request.server.ctx.secrets.open(PURPOSE, reply);
  return plain && (JSON.parse(plain.toString()) as StoredReply);
}

/** With it goes the commit: what it answers for happened, or neither did. */
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

function toStored(reply: FastifyReply, answer: unknown): StoredReply {
  const headers: StoredReply['headers'] = {};
  for (const name of STORED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
  }
  const body = answer === null ? '' : reply.serialize(answer as object);
  return { status: reply.statusCode, headers, body: String(body) };
}

function replay(reply: FastifyReply, stored: StoredReply): FastifyReply {
  reply.code(stored.status).headers(stored.headers).header('idempotent-replayed', 'true');
  if (stored.body && !stored.headers['content-type']) reply.type('application/json; charset=utf-8');
  return reply.send(stored.body);
}

/** A key belongs to one caller and one route: nobody can collect somebody else's answer with it. */
function scopeOf(request: FastifyRequest): Buffer {
  const caller = request.viewer ? `user:${request.viewer.uid}` : `presented:${request.presented}`;
  const route = `${request.method} ${request.route.url}`;
  return createHash('sha256').update(`${caller}\n${route}`).digest();
}

/** Keyed, because a body may hold a password and a plain hash of it could be guessed offline. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const { params, query, body } = request;
  const signature = request.server.ctx.secrets.sign(
    'fingerprint',
    JSON.stringify([params, query, body ?? null]),
  );
  return Buffer.from(signature, 'base64url');
}
