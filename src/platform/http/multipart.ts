import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { UPLOAD_BYTES_MAX } from '../images/limits.ts';
import type { App } from './app-types.ts';

const UPLOAD_MS = 20_000;
/** Boundaries and headers around the file. */
const ENVELOPE_BYTES = 64 * 1024;

/** A route that takes one file and nothing else, from a member. The file is held in memory, never on disk. */
export const asUpload = {
  config: { access: 'member' as const, multipart: true },
  bodyLimit: UPLOAD_BYTES_MAX + ENVELOPE_BYTES,
  handlerTimeout: UPLOAD_MS,
  preHandler: receiveFile,
};

export function fileOf(request: FastifyRequest): Buffer {
  if (!request.upload) throw new Error('an upload route without its file');
  return request.upload;
}

export async function acceptUploads(app: App): Promise<void> {
  app.decorateRequest('upload', null);
  await app.register(multipart, {
    limits: { files: 1, fields: 0, parts: 1, fileSize: UPLOAD_BYTES_MAX, headerPairs: 20 },
  });
}

/** What stands for the body from here on is the file's digest, so that an idempotent retry is compared by it. */
async function receiveFile(request: FastifyRequest): Promise<void> {
  const part = await request.file();
  if (!part) {
    throw new Refusal(
      'invalid_input',
      {},
      { fields: [{ pointer: '/file', detail: 'send one file' }] },
    );
  }
  request.upload = await part.toBuffer();
  request.body = { sha256: createHash('sha256').update(request.upload).digest('hex') };
}
