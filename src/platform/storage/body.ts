import { Readable } from 'node:stream';
import type { FileBody } from './storage.ts';

type Write = (bytes: Buffer | Readable, size: number) => Promise<void>;

/** Hands the bytes of a body to a store, and lets go of its stream whatever happens. */
export async function writeBody(body: FileBody, write: Write): Promise<void> {
  if (Buffer.isBuffer(body)) return write(body, body.length);

  const { stream, size } = body;
  // A stream can break before the store starts to read it, and an error nobody listens to ends
  // the process. The reader still meets the error.
  stream.on('error', () => {});
  const bytes = Readable.from(exactBytes(stream, size), { objectMode: false });
  try {
    await write(bytes, size);
  } finally {
    bytes.destroy();
    stream.destroy();
  }
}

// One chunk is held back until the next one or the end arrives: S3 keeps the file as soon as the
// last byte is in, so that byte must not leave before the stream has ended well.
async function* exactBytes(stream: Readable, size: number): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  let seen = 0;
  for await (const chunk of stream) {
    seen += Buffer.byteLength(chunk);
    if (seen > size) throw new Error(`The stream is longer than the ${size} bytes announced`);
    if (held) yield held;
    held = chunk;
  }
  if (seen < size) throw new Error(`The stream ended after ${seen} of ${size} bytes`);
  if (held) yield held;
}
