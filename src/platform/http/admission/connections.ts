import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { chooseLocale } from '../../i18n.ts';
import { limitKey, plainAddress } from '../../limits/address.ts';
import type { App } from '../app-types.ts';
import { securityHeaders } from '../security-headers.ts';
import { CHECK_MS, CONNECTIONS, PROGRESS_BYTES, PROXIED_PER_ADDRESS, STALL_MS } from './limits.ts';
import { onClose } from './on-close.ts';
import { overloadedRefusal } from './queue.ts';
import { createCounter } from './slots.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    /** Open sockets, and when each last made progress. */
    connections: Map<Socket, Connection>;
  }
}

type Progress = { bytes: number; at: number };
type Connection = { is_proxy: boolean; received: Progress; sent: Progress };

/**
 * Bounds the connections of one address, and disconnects clients that read slower than a modem. The connections of a
 * trusted proxy carry many clients, so their requests are counted instead, by the address the proxy reports.
 */
export function limitConnections(app: App, proxies: string[] | false): void {
  const connections = new Map<Socket, Connection>();
  app.decorate('connections', connections);
  const isProxy = proxyCheck(proxies || []);
  const direct = createCounter();
  app.server.maxConnections = CONNECTIONS.total;
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const is_proxy = isProxy(remoteAddress);
    const address = limitKey(remoteAddress);
    if (!is_proxy) {
      if (direct.count(address) >= CONNECTIONS.per_address) {
        socket.destroy();
        return;
      }
      direct.add(address);
    }
    const at = performance.now();
    connections.set(socket, { is_proxy, received: { bytes: 0, at }, sent: { bytes: 0, at } });
    socket.once('close', () => {
      connections.delete(socket);
      if (!is_proxy) direct.remove(address);
    });
  });
  disconnectStalled(app);
  if (proxies) limitProxiedRequests(app);
}

/** For how long the client has sent nothing of its request, or read nothing of the response. */
export function stalledFor(request: FastifyRequest, direction: 'received' | 'sent'): number {
  const progress = request.server.connections.get(request.raw.socket)?.[direction];
  return progress ? performance.now() - progress.at : 0;
}

function disconnectStalled(app: App): void {
  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, { received, sent }] of app.connections) {
      recordProgress(received, socket.bytesRead, now);
      // With nothing left to send, the client is not slow.
      if (socket.writableLength === 0) sent.at = now;
      recordProgress(sent, socket.bytesWritten - socket.writableLength, now);
      if (now - sent.at > STALL_MS) socket.destroy();
    }
  }, CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(check));
}

function recordProgress(progress: Progress, bytes: number, now: number): void {
  if (bytes - progress.bytes < PROGRESS_BYTES) return;
  progress.bytes = bytes;
  progress.at = now;
}

/** Runs before the page cache: a client that reads a cached page slowly takes a connection too. */
function limitProxiedRequests(app: App): void {
  const open = createCounter();
  app.addHook('onRequest', (request, reply, done) => {
    // Event streams have a bound of their own, so that a school's do not lock out its other requests.
    if (request.route.config.stream) return done();
    if (!app.connections.get(request.raw.socket)?.is_proxy) return done();
    const address = limitKey(request.ip);
    if (open.count(address) >= PROXIED_PER_ADDRESS) {
      // The hooks that would set these run later.
      request.locale = chooseLocale(request.cookies['lang'], request.headers['accept-language']);
      reply.headers(securityHeaders(app.ctx.config.BASE_URL));
      throw overloadedRefusal();
    }
    open.add(address);
    onClose(reply, () => open.remove(address));
    done();
  });
}

function proxyCheck(proxies: string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [network = '', prefix] = proxy.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (prefix) trusted.addSubnet(network, Number(prefix), family);
    else trusted.addAddress(network, family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
