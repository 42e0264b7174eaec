import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
type ReceivedEvent = { name: string; data: any; id: string; at: number };

export type TestStream = {
  status: number;
  headers: IncomingMessage['headers'];
  events: ReceivedEvent[];
  /** Everything received, heartbeats too. */
  text(): string;
  isOpen(): boolean;
  /** The next event of this name that nobody waited for before. */
  next(name: string): Promise<ReceivedEvent>;
  close(): void;
};

type Options = {
  token: string;
  topics?: string;
  since?: number;
  lastEventId?: string;
  from?: string;
  headers?: Record<string, string>;
};

/** An event stream over a socket of its own, as a browser opens it. */
export async function openStream(origin: string, options: Options): Promise<TestStream> {
  const { token, topics, since, lastEventId, from, headers } = options;
  const query = new URLSearchParams({
    ...(topics ? { topics } : {}),
    ...(since === undefined ? {} : { since: String(since) }),
  });
  let text = '';
  let rest = '';
  let isOpen = true;
  const events: ReceivedEvent[] = [];
  const seen = new Map<string, number>();
  let sent: ClientRequest | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent = request(`${origin}/api/events?${query}`, {
      agent: false,
      ...(from ? { localAddress: from } : {}),
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
        ...headers,
      },
    });
    sent.once('response', resolve).once('error', reject).end();
  });
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)),
      );
      if (fields['event'])
        events.push({
          name: fields['event'],
          id: fields['id'],
          data: JSON.parse(fields['data']),
          at: performance.now(),
        });
    }
  });
  const onEnd = () => {
    isOpen = false;
  };
  response.once('end', onEnd).once('close', onEnd).once('error', onEnd);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    isOpen: () => isOpen,
    async next(name) {
      const before = seen.get(name) ?? 0;
      const of = () => events.filter((one) => one.name === name);
      await until(() => of().length > before);
      seen.set(name, before + 1);
      return of()[before] as ReceivedEvent;
    },
    close: () => void sent?.destroy(),
  };
}
