import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { askTogether } from '../../ask-together.ts';
import { openShelf } from '../../shelf.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { App } from '../app-types.ts';
import type { Readiness } from '../health.ts';
import { securityHeaders } from '../security-headers.ts';
import { whenGone } from '../when-gone.ts';
import {
  type Answer,
  bytesOf,
  keepAnswer,
  peopleIn,
  type Version,
  type Versioned,
  wordsHold,
} from './answer.ts';
import { sendKept } from './send.ts';
import { strangersKey } from './stranger.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** Set while this request makes an answer that others wait for. */
    making: Making | undefined;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    /** How often an answer to strangers was given out again and how often one was made, and what is held. */
    kept: { given: number; made: number; bytes: number };
  }
}

type Making = {
  key: string;
  versioned: Versioned;
  /** What it is made of, looked at before it is made. */
  from?: { version: Version; looked_at: number };
  done(): void;
};

/** When so much of its time is over, an answer that is given out is looked at, so that nobody will have to wait. */
const LOOKED_AT_EARLY = 0.7;
/** A database that does not say soon whether something has changed is not waited for, and done without for so long. */
const PATIENCE_MS = 250;
const WITHOUT_WORD_MS = 60_000;
/** What an answer depends on, for caches between us and the reader. */
const VARY = 'cookie, authorization, accept-language, accept-encoding';
const OF_THE_ANSWER = ['content-type', 'content-security-policy', 'link'];
const MEGABYTE = 1024 * 1024;

/**
 * An answer to strangers is made once per change and kept. Before it is given out again, and at most once in
 * `PAGE_CACHE_AGE_MS`, the database is asked whether what it was made of still is as it was; one caller asks, and
 * one makes it anew, for all who want it in that moment (ADR 0018). Comes before everything that costs something.
 */
export function keepAnswers(app: App, readiness: Readiness): void {
  const { PAGE_CACHE_MB, PAGE_CACHE_AGE_MS, BASE_URL, limits } = app.ctx.config;
  const kept = { given: 0, made: 0, bytes: 0 };
  app.decorate('kept', kept);
  app.decorateRequest('making', undefined);
  if (PAGE_CACHE_MB === 0) return;
  const shelf = openShelf<string, Answer>(PAGE_CACHE_MB * MEGABYTE, bytesOf);
  const making = new Map<string, Promise<void>>();
  const once = createSingleFlight();
  const keep = sharedCacheHeader(app.ctx.config.SHARED_CACHE_SECONDS);
  const forAll = securityHeaders(BASE_URL);

  const askers = new Map<Versioned, Answer['versionOf']>();
  /** What is asked about many answers in one moment is asked in one statement. */
  const together = (versioned: Versioned): Answer['versionOf'] => {
    const asker = askers.get(versioned) ?? askTogether((asked) => versioned(app.ctx, asked));
    askers.set(versioned, asker);
    return asker;
  };

  const ageOf = (answer: Answer) => performance.now() - answer.looked_at;
  /** Something has changed, or its words about time are no longer near enough, which no look can tell. */
  const isOver = ({ is_over, made_at, holds_ms }: Answer) =>
    is_over || performance.now() - made_at > holds_ms;
  const isFresh = (answer: Answer) => !isOver(answer) && ageOf(answer) < PAGE_CACHE_AGE_MS;

  const lookAgain = (key: string, answer: Answer): Promise<boolean> =>
    once(key, async () => {
      const looked_at = performance.now();
      const { own, people } = await answer.versionOf(answer.asked);
      const same = own === answer.version.own && people === answer.version.people;
      if (same) answer.looked_at = looked_at;
      else answer.is_over = true;
      return same;
    });

  /** Whether it may be given out. Whoever gets no word in time, or none at all, takes it as it is. */
  const isCurrent = async (key: string, answer: Answer): Promise<boolean> => {
    if (isFresh(answer)) return true;
    if (isOver(answer)) return false;
    const looking = lookAgain(key, answer);
    const soon = sleep(PATIENCE_MS, undefined, { ref: false });
    const same = await (PAGE_CACHE_AGE_MS === 0 ? looking : Promise.race([looking, soon])).catch(
      () => undefined,
    );
    return same ?? ageOf(answer) < WITHOUT_WORD_MS;
  };

  const give = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    kept.given += 1;
    if (readiness.draining) reply.raw.shouldKeepAlive = false;
    // Where callers are counted they are told how often they may come; nobody else has a header of their own.
    sendKept(request, reply, answer, limits.anonymous ? reply.getHeaders() : undefined);
    return reply;
  };

  /** Gives out what is there, or makes this request the one that makes it. */
  const serve = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    await making.get(key);
    const answer = shelf.get(key);
    if (answer && (await isCurrent(key, answer))) return give(request, reply, answer);
    // Somebody else may have begun meanwhile; their answer is ours then.
    if (making.has(key)) return serve(request, reply, key);
    request.making = begin(request, key);
    // Whatever becomes of it: nobody waits for an answer that will not come.
    whenGone(reply, request.making.done);
    return undefined;
  };

  const begin = ({ route }: FastifyRequest, key: string): Making => {
    const { promise, resolve } = Promise.withResolvers<void>();
    making.set(key, promise);
    const { versioned = nothing } = route.config;
    return {
      key,
      versioned,
      done: () => {
        if (making.get(key) === promise) making.delete(key);
        resolve();
      },
    };
  };

  const serveIfKept: onRequestHookHandler = (request, reply, next) => {
    const { versioned } = request.route.config;
    const key = versioned && !readiness.draining ? strangersKey(request) : undefined;
    if (key === undefined) return next();
    const answer = shelf.get(key);
    if (answer && isFresh(answer)) {
      give(request, reply, answer);
      // Who gets no word now asks again when it is needed.
      if (ageOf(answer) > PAGE_CACHE_AGE_MS * LOOKED_AT_EARLY)
        lookAgain(key, answer).catch(() => {});
      return;
    }
    serve(request, reply, key).then((sent) => sent ?? next(), next);
  };
  // Where every caller is counted, those who are served from memory are too: after the guards.
  if (limits.anonymous) app.addHook('preValidation', serveIfKept);
  else app.addHook('onRequest', serveIfKept);

  // Not before it is this request's turn: who is turned away must not have cost a statement. And in the database
  // that the answer will be made from, which may be a replica.
  const lookFirst = async ({ ctx, params }: FastifyRequest, made: Making) => {
    const looked_at = performance.now();
    made.from = { version: await one(made.versioned(ctx, [{ params, people: [] }])), looked_at };
  };
  app.addHook('preHandler', (request, _reply, next) => {
    if (!request.making) return next();
    lookFirst(request, request.making).then(() => next(), next);
  });

  const keepIt = async (request: FastifyRequest, reply: FastifyReply, payload: string) => {
    const { making: made, params, ctx } = request;
    if (!made?.from) return payload;
    const { version, looked_at } = made.from;
    const asked = { params, people: peopleIn(payload) };
    const { people } = await one(made.versioned(ctx, [asked]));
    const headers = Object.fromEntries(
      OF_THE_ANSWER.map((name) => [name, reply.getHeader(name)]).filter(([, value]) => value),
    );
    const answer = keepAnswer({
      body: Buffer.from(payload),
      headers: { ...forAll, ...headers, 'cache-control': keep, vary: VARY },
      version: { own: version.own, people },
      versionOf: together(made.versioned),
      asked,
      looked_at,
      holds_ms: wordsHold(payload, ctx.now()),
    });
    shelf.set(made.key, answer);
    kept.made += 1;
    kept.bytes = shelf.held;
    reply.headers(answer.headers);
    made.done();
    return answer.body;
  };
  app.addHook('onSend', (request, reply, payload, next) => {
    if (!request.making || !isForAll(request, reply, payload)) return next(null, payload);
    keepIt(request, reply, payload).then((sent) => next(null, sent), next);
  });
}

const UNKNOWN: Version = { own: null, people: null };
const nothing: Versioned = async (_ctx, asked) => asked.map(() => UNKNOWN);

async function one(versions: Promise<Version[]>): Promise<Version> {
  const [version = UNKNOWN] = await versions;
  return version;
}

function sharedCacheHeader(seconds: number): string {
  if (seconds === 0) return 'public, no-cache';
  return `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=60`;
}

function isForAll(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string {
  return (
    reply.statusCode === 200 &&
    request.viewer === null &&
    !reply.hasHeader('set-cookie') &&
    typeof payload === 'string'
  );
}
