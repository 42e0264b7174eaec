import underPressure from '@fastify/under-pressure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import type { App } from '../app-types.ts';
import { isUnsafe } from '../csrf.ts';
import { stalledFor } from './connections.ts';
import { AUTHENTICATING, BODIES, DOWNLOADS, RUNNING, STREAMS, UPLOADS } from './limits.ts';
import { onClose } from './on-close.ts';
import { type AdmissionQueue, createAdmissionQueue, overloadedRefusal } from './queue.ts';
import { startBodyTimeout, startHandlerTimeout } from './request-timeouts.ts';
import { createSlots, createTransferSlots, type Slots, type TransferSlots } from './slots.ts';

/*
 * Admission control: how much one process takes on at once, and which requests it rejects (ADR 0017, ADR 0025).
 *
 * A process that accepts more than it can finish serves all of it late. So every resource has a bound, and a request
 * above a bound is rejected at once with 503 `overloaded` and `Retry-After`. The numbers are in limits.ts; each bound has
 * a total and a share for one client address.
 *
 * Bounded resources
 *   connections      open sockets, counted per address; behind a trusted proxy, unfinished requests (connections.ts)
 *   running          requests that have arrived completely and have no response yet
 *   authenticating   requests on one log-in, log-out or refresh route
 *   bodies           request bodies that are still arriving; their requests have no running slot meanwhile
 *   uploads          from the headers of the request to its response
 *   downloads        from the request until the client has read the last byte
 *   streams          event streams, until they end; once open, they count as nothing else
 *   database         requests past the admission queue: two per connection of the pool (queue.ts)
 *
 * Which requests wait: only those of the admission queue, first come, first served. A GET waits on arrival, before the
 * session is read; an unsafe request when its body is complete. The queue is saturated while its first request has waited
 * longer than SHED_DELAY_MS, or a new one would. It admits nothing while the pool itself is saturated.
 *
 * Which requests are rejected
 *   - every request above a bound, except that a stalled transfer is disconnected in favour of a new one (slots.ts);
 *   - new requests while the queue is saturated, or while the event loop lags by more than SHED_DELAY_MS;
 *   - a request that has waited in the queue for `TIME_BUDGET.poolAcquire`.
 *
 * A route can choose another admission than 'queued':
 *   'priority'   log-in, log-out and refresh: skip the queue and are not rejected for its saturation or for lag
 *   'exempt'     uploads, image downloads and toggles: skip the queue, because they wait for something else than a
 *                connection, but are rejected while it is saturated
 *   'internal'   health checks and static files (`config.internal`): never counted, never rejected
 *
 * Timeouts (platform/time-budget.ts)
 *   headers           10 s       Node's `headersTimeout`
 *   upload            20 s       Fastify's `requestTimeout`; it closes the connection
 *   idle connection   30 s, 72 s Fastify's `connectionTimeout` and `keepAliveTimeout`
 *   body              10 s       408 `request_timeout` (request-timeouts.ts)
 *   handler           5 s        from the complete body, 503 `unavailable`; uploads and downloads have longer ones
 *   silent database   2.25 s     503 `unavailable` for every request that waits for it
 *   unread response   30 s       disconnected (connections.ts)
 */

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    /** Frees the slots of a request whose response goes on without work. */
    releaseWork(request: FastifyRequest): void;
  }
}

/** More than the pool has connections, so that none is idle while another request computes. */
const CONCURRENCY_PER_CONNECTION = 2;
/** Event loop delay is measured for a second and reported for another: until then it is that of the startup. */
const STARTUP_MS = 2_000;

export async function controlAdmission(app: App, database: Database): Promise<void> {
  const { SHED_DELAY_MS, DATABASE_POOL } = app.ctx.config;
  await rejectOnEventLoopDelay(app, SHED_DELAY_MS);
  const running = createSlots(RUNNING);
  limitRunning(app, running);
  limitAuthenticating(app);
  limitUploads(app);
  limitDownloads(app);
  limitStreams(app);
  limitBodies(app, running);
  if (SHED_DELAY_MS === 0) {
    app.decorate('releaseWork', running.release);
    return;
  }
  const queue = createAdmissionQueue({
    concurrency: DATABASE_POOL * CONCURRENCY_PER_CONNECTION,
    shed_delay_ms: SHED_DELAY_MS,
    timeout_ms: TIME_BUDGET.poolAcquire,
    // With a slow or distant database, more admitted requests would only wait for a connection.
    isPoolSaturated: () => database.longestWait() > SHED_DELAY_MS,
  });
  queueRequests(app, queue);
  app.decorate('releaseWork', (request) => {
    running.release(request);
    queue.release(request);
  });
}

function admissionOf({ route: { config } }: FastifyRequest) {
  return config.internal ? 'internal' : (config.admission ?? 'queued');
}

async function rejectOnEventLoopDelay(app: App, maxEventLoopDelay: number): Promise<void> {
  let ready_at = Number.POSITIVE_INFINITY;
  app.addHook('onReady', (done) => {
    ready_at = performance.now();
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: (request) => {
      if (performance.now() - ready_at < STARTUP_MS) return;
      const admission = admissionOf(request);
      if (admission !== 'internal' && admission !== 'priority') throw overloadedRefusal();
    },
  });
}

/** From arrival on, because the guards query the database before the body is read. */
function limitRunning(app: App, running: Slots): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) return done();
    running.acquire(request, admissionOf(request));
    onClose(reply, () => running.release(request));
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    running.release(request);
    done();
  });
}

/** An upload is a transfer until its file has arrived, and then waits for the image queue. */
function isCounted(request: FastifyRequest): boolean {
  return admissionOf(request) !== 'internal' && !request.route.config.multipart;
}

function limitAuthenticating(app: App): void {
  const slots = createSlots({ total: AUTHENTICATING, per_address: AUTHENTICATING });
  app.addHook('preValidation', (request, reply, done) => {
    if (admissionOf(request) !== 'priority') return done();
    slots.acquire(request, request.route.url ?? '');
    onClose(reply, () => slots.release(request));
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    slots.release(request);
    done();
  });
}

function limitUploads(app: App): void {
  const uploads = createTransferSlots({
    ...UPLOADS,
    // Once the file has arrived, the client waits for the server.
    stalledFor: (request) => (request.raw.complete ? 0 : stalledFor(request, 'received')),
  });
  limitTransfers(app, uploads, ({ route }) => route.config.multipart === true);
}

function limitDownloads(app: App): void {
  const downloads = createTransferSlots({
    ...DOWNLOADS,
    stalledFor: (request) => stalledFor(request, 'sent'),
  });
  limitTransfers(app, downloads, ({ route }) => route.config.download === true);
}

function limitStreams(app: App): void {
  const streams = createSlots(STREAMS);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.route.config.stream) return done();
    streams.acquire(request, 'stream');
    onClose(reply, () => streams.release(request));
    done();
  });
}

function limitTransfers(
  app: App,
  transfers: TransferSlots,
  isTransfer: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTransfer(request)) return done();
    transfers.acquire(request);
    onClose(reply, () => transfers.release(request));
    done();
  });
}

/** While its body arrives, a request has no running slot, and its handler's timeout has not started. */
function limitBodies(app: App, running: Slots): void {
  // A small body arrives at once; a client that sends it byte by byte counts as stalled from the start.
  const bodies = createTransferSlots({
    ...BODIES,
    stalledFor: (_request, duration_ms) => duration_ms,
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.route.config.multipart && awaitsBody(request)) {
      running.release(request);
      bodies.acquire(request);
      startBodyTimeout(reply);
      onClose(reply, () => bodies.release(request));
    }
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    bodies.release(request);
    startHandlerTimeout(reply);
    if (isCounted(request)) running.acquire(request, admissionOf(request));
    done();
  });
}

/** Fastify reads the bodies of unsafe methods only. */
function awaitsBody({ method, raw, headers }: FastifyRequest): boolean {
  if (!isUnsafe(method) || raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function queueRequests(app: App, queue: AdmissionQueue): void {
  const wait = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const admitted = queue.acquire(request);
    onClose(reply, () => queue.release(request));
    if (admitted === undefined) done();
    else admitted.then(() => done(), done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const admission = admissionOf(request);
    if (admission === 'internal' || admission === 'priority') return done();
    if (queue.isSaturated()) throw overloadedRefusal();
    if (admission === 'queued' && !isUnsafe(request.method)) wait(request, reply, done);
    else done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (admissionOf(request) === 'queued' && isUnsafe(request.method)) wait(request, reply, done);
    else done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    queue.release(request);
    done();
  });
}
