import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { onClose } from './admission/on-close.ts';
import type { App } from './app-types.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

type EventStreams = ReturnType<typeof addEventStreams>;

export type EventStream = {
  send(event: LiveEvent): void;
  /** The client opens another one after a random time. */
  end(): void;
};

/** `id`: what the browser sends back as `Last-Event-ID` when it reconnects. */
export type LiveEvent = { name: string; data: unknown; id: string };

type OpenStream = { raw: ServerResponse; until: number };

/** Shorter than the idle timeouts of this server (30 s) and of the shipped proxies (20 s). */
const HEARTBEAT_SECONDS = 15;
/** Afterwards the client opens another stream, for which its session is checked like that of any request. */
const LIFE_MS = 15 * 60_000;
/** A client that does not read is disconnected. */
const UNSENT_BYTES = 64 * 1024;
/** When the client reconnects: all streams of a process that stops come back within this time. */
const RETRY_MS = { first: 1_000, spread: 9_000 };
const REFUSED_SECONDS = 1;

/**
 * Responses of the type `text/event-stream`, which stay open (ADR 0062). They have a bound of their own (admission.ts);
 * one timer sends the heartbeats of all, each second to a part of them, and ends the oldest.
 */
export function addEventStreams(app: App) {
  const wheel = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<OpenStream>());
  const tally = { open: 0, sent: 0, dropped: 0 };
  let beat = 0;
  let isEnding = false;

  const write = ({ raw }: OpenStream, text: string): void => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength <= UNSENT_BYTES) return;
    tally.dropped += 1;
    raw.destroy();
  };

  const end = ({ raw }: OpenStream): void => {
    if (!raw.writableEnded) raw.end(retryLine());
  };

  const endAll = (): void => {
    isEnding = true;
    for (const streams of wheel) for (const stream of streams) end(stream);
  };

  const timer = setInterval(() => {
    beat = (beat + 1) % HEARTBEAT_SECONDS;
    const now = performance.now();
    for (const stream of wheel[beat] ?? []) {
      if (now > stream.until) end(stream);
      else write(stream, ':\n\n');
    }
  }, 1_000).unref();
  // Before the server waits for its connections to close.
  app.addHook('preClose', (done) => {
    endAll();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));

  const streams = {
    /** The response begins. No hook of the reply runs any more, so what they would free is freed here. */
    open(request: FastifyRequest, reply: FastifyReply): EventStream {
      if (isEnding) throw new Refusal('restarting', { retry_after: REFUSED_SECONDS });
      reply.hijack();
      app.releaseWork(request);
      app.pendingReplies.delete(reply);
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': EVENT_STREAM,
        // nginx sends every event at once.
        'x-accel-buffering': 'no',
      });
      const slot = Math.floor(Math.random() * HEARTBEAT_SECONDS);
      // Streams that were opened together do not all end together.
      const until = performance.now() + LIFE_MS * (0.9 + Math.random() / 10);
      const stream: OpenStream = { raw, until };
      wheel[slot]?.add(stream);
      tally.open += 1;
      onClose(reply, () => {
        if (wheel[slot]?.delete(stream)) tally.open -= 1;
      });
      write(stream, retryLine());
      return {
        send(event) {
          tally.sent += 1;
          write(stream, formatEvent(event));
        },
        end: () => end(stream),
      };
    },
    endAll,
    tally: (): Readonly<typeof tally> => tally,
  };
  app.decorate('eventStreams', streams);
  return streams;
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** JSON has no line breaks, which would end the field. */
export function formatEvent({ name, data, id }: LiveEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Without `EventSource` the type is not accepted by name. */
export function acceptsStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') ?? false;
}

function retryLine(): string {
  return `retry: ${Math.round(RETRY_MS.first + Math.random() * RETRY_MS.spread)}\n\n`;
}
