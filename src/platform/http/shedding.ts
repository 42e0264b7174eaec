import underPressure from '@fastify/under-pressure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { TIME_BUDGET } from '../time-budget.ts';
import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import { type Line, openLine, overloaded } from './line.ts';
import { whenGone } from './when-gone.ts';

const IN_FLIGHT = 200;
/** Of one way in or out: no more passwords than that are waited for anyway. */
const AT_ONE_DOOR = 60;
/** Each holds its file in memory, and few of them are worked on. */
const UPLOADS = 50;
/** More than can have a connection, so that none of those is idle while somebody else computes. */
const PLACES_PER_CONNECTION = 2;
/** What starting took is measured for a second and believed for another; it says nothing about how busy we are. */
const STARTING_MS = 2_000;

/**
 * Past what the process can do, the next caller is refused at once and cheaply: everybody waiting
 * together would mean nobody is served in time. Health checks are always answered.
 */
export async function shedLoad(app: App, database: Database): Promise<void> {
  const { SHED_DELAY_MS, DATABASE_POOL } = app.ctx.config;
  let ready_at = Number.POSITIVE_INFINITY;
  app.addHook('onReady', (done) => {
    ready_at = performance.now();
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: SHED_DELAY_MS,
    pressureHandler: (request) => {
      if (performance.now() - ready_at < STARTING_MS) return;
      if (turnOf(request) !== 'always' && turnOf(request) !== 'first') throw overloaded();
    },
  });
  bound(app, 'onRequest', IN_FLIGHT, turnOf);
  bound(app, 'onRequest', UPLOADS, ({ route }) => (route.config.multipart ? 'uploads' : 'always'));
  bound(app, 'preValidation', AT_ONE_DOOR, (request) =>
    turnOf(request) === 'first' ? (request.route.url ?? '') : 'always',
  );
  if (SHED_DELAY_MS === 0) return;
  const line = openLine({
    places: DATABASE_POOL * PLACES_PER_CONNECTION,
    slow_ms: SHED_DELAY_MS,
    patience_ms: TIME_BUDGET.poolAcquire,
    // Where a connection is needed for long (a slow database, a far one), more people inside only wait there.
    isCrowded: () => database.longestWait() > SHED_DELAY_MS,
  });
  queueUp(app, line);
}

function turnOf({ route: { config } }: FastifyRequest) {
  return config.internal ? 'always' : (config.turn ?? 'in line');
}

/** So many of a kind at a time; what is always let in is not counted. */
function bound(
  app: App,
  hook: 'onRequest' | 'preValidation',
  max: number,
  kindOf: (request: FastifyRequest) => string,
): void {
  const inFlight = new Map<string, Set<object>>();
  // Both are called in the same way, which their types do not say of the two together.
  app.addHook(hook as 'onRequest', (request, reply, done) => {
    const kind = kindOf(request);
    if (kind === 'always') return done();
    const alike = inFlight.get(kind) ?? new Set();
    if (alike.size >= max) throw overloaded();
    inFlight.set(kind, alike.add(request));
    whenGone(reply, () => alike.delete(request));
    done();
  });
}

/** A request has its place from when all of it has come until its answer is made: a slow line holds none. */
function queueUp(app: App, line: Line): void {
  const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const turn = line.enter(request);
    whenGone(reply, () => line.leave(request));
    if (turn === undefined) done();
    else turn.then(() => done(), done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const turn = turnOf(request);
    if (turn === 'always' || turn === 'first') return done();
    if (line.isSlow()) throw overloaded();
    if (turn === 'in line' && !isUnsafe(request.method)) enter(request, reply, done);
    else done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (turnOf(request) === 'in line' && isUnsafe(request.method)) enter(request, reply, done);
    else done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    line.leave(request);
    done();
  });
}
