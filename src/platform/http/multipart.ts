import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { UPLOAD_BYTES_MAX } from '../images/limits.ts';
import { type App, route } from './app-types.ts';

const UPLOAD_MS = 20_000;
/** Boundaries and headers around the file. */
const ENVELOPE_BYTES = 64 * 1024;

/** A route that takes one file and nothing else, from a member. The file is held in memory, never on disk. */
export const asUpload = {
  config: {
    ...route('member', ['uploads'], 'aside').config,
    multipart: true,
    handler_ms: UPLOAD_MS,
  },
  bodyLimit: UPLOAD_BYTES_MAX + ENVELOPE_BYTES,
  preHandler: receiveFile,
};

export function fileOf(request: FastifyRequest): Buffer {
  if (!request.upload) throw new Error('an upload route without its file');
  return request.upload;
}

export async function acceptUploads(app: App): Promise<void> {
  app.decorateRequest('upload', null);
  await app.register(multipart, {
    // No limit of parts: what busboy skips for that has nobody to hear its error, and a body that breaks off in
    // such a part would end the process. The other two limits refuse the same bodies.
    limits: { files: 1, fields: 0, fileSize: UPLOAD_BYTES_MAX, headerPairs: 20 },
  });
}

/** What stands for the body from here on is the file's digest, so that an idempotent retry is compared by it. */
async function receiveFile(request: FastifyRequest): Promise<void> {
  request.upload = await readFile(request);
  request.body = { sha256: createHash('sha256').update(request.upload).digest('hex') };
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = await request.file();
    if (part) return await part.toBuffer();
  } catch (error) {
    // What is said of a body that breaks off or has no boundary is the only thing that comes without a code.
    if (error instanceof Error && 'code' in error) throw error;
  }
  throw new Refusal(
    'invalid_input',
    {},
    { fields: [{ pointer: '/file', detail: 'send one file' }] },
  );
}
