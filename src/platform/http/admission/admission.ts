import underPressure from '@fastify/under-pressure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import type { App } from '../app-types.ts';
import { isUnsafe } from '../csrf.ts';
import { stalledFor } from './connections.ts';
import { AUTHENTICATING, BODIES, DOWNLOADS, RUNNING, UPLOADS } from './limits.ts';
import { onClose } from './on-close.ts';
import { type AdmissionQueue, createAdmissionQueue, overloadedRefusal } from './queue.ts';
import { startBodyTimeout, startHandlerTimeout } from './request-timeouts.ts';
import { createSlots, type Slots } from './slots.ts';
import { boundTransfers, type Transfers } from './transfers.ts';

/** More than can have a connection, so that none of those is idle while somebody else computes. */
const CONCURRENCY_PER_CONNECTION = 2;
/** Event loop delay of the start is measured for a second and reported for another; it is not load. */
const STARTING_MS = 2_000;

/**
 * Past what the process can do, the next caller is rejected at once and cheaply: everybody waiting together would mean
 * nobody is served in time. Only what has arrived and is not answered yet holds a slot: a client that sends or reads
 * slowly holds a connection and a transfer (ADR 0025). Health checks are always answered.
 */
export async function controlAdmission(app: App, database: Database): Promise<void> {
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
      if (admissionOf(request) !== 'always' && admissionOf(request) !== 'priority')
        throw overloadedRefusal();
    },
  });
  const running = createSlots(RUNNING);
  boundRunning(app, running);
  boundAuthenticating(app);
  boundUploads(app);
  boundDownloads(app);
  waitForBodies(app, running);
  if (SHED_DELAY_MS === 0) return;
  const line = createAdmissionQueue({
    places: DATABASE_POOL * CONCURRENCY_PER_CONNECTION,
    slow_ms: SHED_DELAY_MS,
    patience_ms: TIME_BUDGET.poolAcquire,
    // With a slow or distant database, more requests inside would only wait for a connection there.
    isCrowded: () => database.longestWait() > SHED_DELAY_MS,
  });
  queueUp(app, line);
}

function admissionOf({ route: { config } }: FastifyRequest) {
  return config.internal ? 'always' : (config.admission ?? 'queued');
}

/** From arrival on, because the guards read from the database before there is a body. */
function boundRunning(app: App, running: Slots): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) return done();
    running.take(request, admissionOf(request));
    onClose(reply, () => running.release(request));
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    running.release(request);
    done();
  });
}

/** An upload is a transfer until its file is there, and then waits for the image queue. */
function isCounted(request: FastifyRequest): boolean {
  return admissionOf(request) !== 'always' && !request.route.config.multipart;
}

/** While its body arrives, a request holds no slot, and the time of its handler does not run. */
function waitForBodies(app: App, running: Slots): void {
  // A body of that size arrives at once or comes from a client to be rid of first, however often it sends a byte.
  const bodies = boundTransfers({ ...BODIES, stalledFor: (_request, begun_ms) => begun_ms });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!request.route.config.multipart && awaitsBody(request)) {
      running.release(request);
      bodies.begin(request);
      startBodyTimeout(reply);
      onClose(reply, () => bodies.end(request));
    }
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    bodies.end(request);
    startHandlerTimeout(reply);
    if (isCounted(request)) running.take(request, admissionOf(request));
    done();
  });
}

/** Only what changes something has a body that is read. */
function awaitsBody({ method, raw, headers }: FastifyRequest): boolean {
  if (!isUnsafe(method) || raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function boundAuthenticating(app: App): void {
  const slots = createSlots({ total: AUTHENTICATING, per_address: AUTHENTICATING });
  app.addHook('preValidation', (request, reply, done) => {
    if (admissionOf(request) !== 'priority') return done();
    slots.take(request, request.route.url ?? '');
    onClose(reply, () => slots.release(request));
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    slots.release(request);
    done();
  });
}

function boundUploads(app: App): void {
  const uploads = boundTransfers({
    ...UPLOADS,
    // One whose file has arrived waits for us.
    stalledFor: (request) => (request.raw.complete ? 0 : stalledFor(request, 'received')),
  });
  boundWhole(app, uploads, ({ route }) => route.config.multipart === true);
}

function boundDownloads(app: App): void {
  const downloads = boundTransfers({
    ...DOWNLOADS,
    stalledFor: (request) => stalledFor(request, 'sent'),
  });
  boundWhole(app, downloads, ({ route }) => route.config.download === true);
}

/** From the first byte of the request to the last of the response. */
function boundWhole(
  app: App,
  transfers: Transfers,
  isOne: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOne(request)) return done();
    transfers.begin(request);
    onClose(reply, () => transfers.end(request));
    done();
  });
}

/** The line has to do with slots of the database: a request stands in it from its arrival until its response is made. */
function queueUp(app: App, line: AdmissionQueue): void {
  const enter = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const admission = line.enter(request);
    onClose(reply, () => line.leave(request));
    if (admission === undefined) done();
    else admission.then(() => done(), done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const admission = admissionOf(request);
    if (admission === 'always' || admission === 'priority') return done();
    if (line.isSlow()) throw overloadedRefusal();
    if (admission === 'queued' && !isUnsafe(request.method)) enter(request, reply, done);
    else done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (admissionOf(request) === 'queued' && isUnsafe(request.method)) enter(request, reply, done);
    else done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    line.leave(request);
    done();
  });
}
