import { Readable } from 'node:stream';
import type { FileBody } from './storage.ts';

type Write = (bytes: Buffer | Readable, size: number) => Promise<void>;

/** Passes the bytes of a body to a store, and always destroys its stream. */
export async function writeBody(body: FileBody, write: Write): Promise<void> {
  if (Buffer.isBuffer(body)) return write(body, body.length);

  const { stream, size } = body;
  // A stream can fail before the store reads it, and an 'error' event without a listener ends the process. The reader
  // still gets the error.
  stream.on('error', () => {});
  const bytes = Readable.from(exactBytes(stream, size), { objectMode: false });
  try {
    await write(bytes, size);
  } finally {
    bytes.destroy();
    stream.destroy();
  }
}

// Sends each chunk only after the next one or the end has arrived: S3 stores the file with its last byte, so that byte
// must not be sent before the stream has ended without an error.
async function* exactBytes(stream: Readable, size: number): AsyncGenerator<Buffer> {
  let previous: Buffer | undefined;
  let seen = 0;
  for await (const chunk of stream) {
    seen += Buffer.byteLength(chunk);
    if (seen > size) throw new Error(`The stream is longer than the ${size} bytes announced`);
    if (previous) yield previous;
    previous = chunk;
  }
  if (seen < size) throw new Error(`The stream ended after ${seen} of ${size} bytes`);
  if (previous) yield previous;
}
