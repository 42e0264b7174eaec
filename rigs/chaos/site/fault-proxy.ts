import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { atEnd } from '../../../test/support/cleanup.ts';

/** `to_app`: from the server to the app. `to_server`: from the app to the server. */
type Direction = 'to_app' | 'to_server';

type LinkState = {
  latency_ms: number;
  jitter_ms: number;
  /** Data in these directions waits until they open again, as TCP retransmits it. */
  closed: Direction[];
};

const HEALTHY: LinkState = { latency_ms: 0, jitter_ms: 0, closed: [] };

export type FaultProxy = {
  readonly port: number;
  /** How often the app sent after the server had sent: round trips. */
  roundTrips(): number;
  /** Payload in both directions, since the start. */
  bytes(): number;
  set(link: Partial<LinkState>): void;
  heal(): void;
  /** Resets every open connection; new ones are accepted. */
  cut(): void;
};

/** A TCP proxy between the app and a server that simulates the network. */
export async function startFaultProxy(target: number, random: () => number): Promise<FaultProxy> {
  let link = HEALTHY;
  let roundTrips = 0;
  let bytes = 0;
  const pairs = new Set<{ app: Socket; server: Socket; flush(): void }>();

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (app) => {
    const server = dial({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    let lastSpoke: Direction = 'to_app';
    const onData = (direction: Direction, length: number) => {
      bytes += length;
      if (direction === 'to_server' && lastSpoke === 'to_app') roundTrips++;
      lastSpoke = direction;
    };
    const here = { link: () => link, random, onData };
    const relays = [relay(app, server, 'to_server', here), relay(server, app, 'to_app', here)];
    const pair = {
      app,
      server,
      flush: () => {
        for (const one of relays) one.flush();
      },
    };
    pairs.add(pair);
    const forget = () => {
      if (app.destroyed && server.destroyed) pairs.delete(pair);
    };
    app.once('close', forget);
    server.once('close', forget);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const proxy: FaultProxy = {
    port: (listener.address() as AddressInfo).port,
    roundTrips: () => roundTrips,
    bytes: () => bytes,
    set: (next) => {
      link = { ...HEALTHY, ...next };
      for (const pair of pairs) pair.flush();
    },
    heal: () => proxy.set({}),
    cut: () => {
      for (const { app, server } of pairs) {
        app.resetAndDestroy();
        server.resetAndDestroy();
      }
    },
  };
  atEnd(() => {
    proxy.cut();
    listener.close();
  });
  return proxy;
}

type Here = {
  link(): LinkState;
  random(): number;
  onData(direction: Direction, length: number): void;
};

/** One direction of one connection: keeps the order, and buffers while the direction is closed. */
function relay(from: Socket, to: Socket, direction: Direction, here: Here) {
  const buffered: (() => void)[] = [];
  const underWay: { act: () => void; due: number }[] = [];
  // A single timer for the first packet: two timers may fire out of order, and TCP never reorders.
  const awaitFirst = () => {
    const [first] = underWay;
    if (first) setTimeout(arrive, Math.max(0, first.due - performance.now()));
  };
  const arrive = () => {
    while (underWay[0] && underWay[0].due <= performance.now()) underWay.shift()?.act();
    awaitFirst();
  };
  const deliver = (act: () => void) => {
    const { latency_ms, jitter_ms } = here.link();
    if (latency_ms === 0 && underWay.length === 0) return act();
    // Half of a round trip each way.
    const delay = (latency_ms + (here.random() * 2 - 1) * jitter_ms) / 2;
    underWay.push({ act, due: performance.now() + delay });
    if (underWay.length === 1) awaitFirst();
  };
  const pass = (act: () => void) => {
    if (here.link().closed.includes(direction)) buffered.push(act);
    else deliver(act);
  };
  from.on('data', (chunk) => {
    here.onData(direction, chunk.length);
    pass(() => to.writable && to.write(chunk));
  });
  from.on('end', () => pass(() => to.end()));
  from.on('error', () => pass(() => to.destroy()));
  from.on('close', () => pass(() => to.destroySoon()));
  return {
    flush() {
      if (here.link().closed.includes(direction)) return;
      for (const act of buffered.splice(0)) deliver(act);
    },
  };
}
