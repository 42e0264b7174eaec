import { createHash } from 'node:crypto';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { UPLOAD_BYTES_MAX } from '../images/limits.ts';
import { UPLOAD_MS } from '../time-budget.ts';
import { type App, accessOf } from './app-types.ts';

/** Boundaries and headers around the file. */
const ENVELOPE_BYTES = 64 * 1024;
const BODY_BYTES_MAX = UPLOAD_BYTES_MAX + ENVELOPE_BYTES;
/** One before the file, one after it, and one of a part that the parser rejects. */
const BOUNDARIES_MAX = 3;

/** A route that takes exactly one file, from a member. The file stays in memory, never on disk. */
export const upload = {
  config: {
    ...accessOf('member', ['uploads'], 'exempt'),
    multipart: true,
    handler_ms: UPLOAD_MS,
  },
  bodyLimit: BODY_BYTES_MAX,
  preHandler: receiveFile,
};

export function fileOf(request: FastifyRequest): Buffer {
  if (!request.upload) throw new Error('an upload route without its file');
  return request.upload;
}

export async function acceptUploads(app: App): Promise<void> {
  app.decorateRequest('upload', null);
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: 0,
      fileSize: UPLOAD_BYTES_MAX,
      headerPairs: 20,
      // The plugin's default is 1000. Above it, busboy skips parts without an error listener, and a body that ends
      // inside such a part crashes the process. The limits above and the size of the body bound the parts too.
      parts: Number.POSITIVE_INFINITY,
    },
  });
}

/** The file's digest replaces the body, so that an idempotent retry is compared by it. */
async function receiveFile(request: FastifyRequest): Promise<void> {
  request.upload = await readFile(request);
  // Only for requests that may be retried: hashing the largest file blocks the event loop for ten milliseconds.
  if (request.headers['idempotency-key'] === undefined) return;
  request.body = { sha256: createHash('sha256').update(request.upload).digest('hex') };
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  // Fastify applies `bodyLimit` only to bodies that it reads itself.
  if (Number(request.headers['content-length']) > BODY_BYTES_MAX) throw tooLarge();
  const watch = watchBody(request);
  try {
    const file = await Promise.race([readOnlyFile(request), watch.exceeded]);
    if (file) return file;
  } catch (error) {
    // Only a truncated body, or one without a boundary, causes an error without a code.
    if (error instanceof Error && 'code' in error) throw error;
  } finally {
    watch.stop();
  }
  throw new Refusal(
    'invalid_input',
    {},
    { fields: [{ pointer: '/file', detail: 'send one file' }] },
  );
}

/** Reads to the end of the form, so that a second part is rejected, not ignored. */
async function readOnlyFile(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') file = await readPart(part);
  }
  return file;
}

/**
 * Not the plugin's `toBuffer`, which checks `truncated` only when a chunk arrives: it accepts a truncated file whose
 * chunks end exactly at the limit.
 */
async function readPart({ file }: MultipartFile): Promise<Buffer> {
  file.once('limit', () => file.destroy(tooLarge()));
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  if (file.truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

/**
 * Counts all bytes and boundaries, because the parser skips nameless parts without counting them and takes a second for
 * a body full of them. Above the limits, reading stops (unread-body.ts).
 */
function watchBody({ raw, headers }: FastifyRequest) {
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => {});
  const countBoundaries = createCounter(`--${boundaryOf(headers['content-type'])}`);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX || countBoundaries(chunk) > BOUNDARIES_MAX) reject(tooLarge());
  };
  raw.on('data', count);
  return {
    exceeded,
    stop: () => {
      raw.off('data', count);
      raw.unpipe();
      raw.pause();
    },
  };
}

function boundaryOf(contentType = ''): string {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? '';
}

/** Counts occurrences of a text in a stream, also across chunks. */
function createCounter(text: string): (chunk: Buffer) => number {
  let total = 0;
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length))
      total += 1;
    rest = bytes.subarray(Math.max(0, bytes.length - text.length + 1));
    return total;
  };
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large');
}
