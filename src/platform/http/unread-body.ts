import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './app-types.ts';

/** A body of at most this size is read and dropped: cheaper than a new connection. */
const DISCARDED_BYTES_MAX = 256 * 1024;
/** For the client to read the response before the connection is reset. */
const LINGER_MS = 2_000;

/**
 * A response that precedes the end of a large body closes the connection, and the rest is not read. Node would read and
 * drop it, however long it is; with `Connection: close` alone it would close a socket with unread bytes, which resets the
 * connection and can lose the response.
 */
export function stopReadingAfterResponse(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isWorthReading(request.raw)) return done();
    reply.header('connection', 'close');
    // Marks the body as consumed, or Node would drain it once the response is finished.
    request.raw.read(0);
    request.raw.pause();
    lingerOnClose(request.raw.socket);
    done();
  });
}

function isWorthReading({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= DISCARDED_BYTES_MAX;
}

/** Node calls `destroySoon` after a last response: finish writing, half-close, and destroy only after a while. */
function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
