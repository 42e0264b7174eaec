import { type ClientRequest, request } from 'node:http';
import type { StreamsSite, Web } from './site.ts';

const AT_ONCE = 100;
/** Below the bound of one address; loopback has many. */
const PER_ADDRESS = 1_500;

type Options = {
  count: number;
  topics: string;
  webs: readonly Web[];
  onComment?(): void;
};

/** Streams of as many sessions as needed, spread over the processes, each on a connection of its own. */
export async function openStreams(site: StreamsSite, { count, topics, webs, onComment }: Options) {
  const requests: ClientRequest[] = [];
  let open = 0;
  const openOne = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const web = webs[index % webs.length] as Web;
      const token = site.tokens[index % site.tokens.length] ?? '';
      const sent = request(`${web.url}/api/events?topics=${topics}`, {
        agent: false,
        localAddress: `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`,
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      });
      requests.push(sent);
      sent.once('error', reject);
      sent.once('response', (response) => {
        if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`));
        open += 1;
        response.once('close', () => {
          open -= 1;
        });
        let isReady = false;
        response.on('data', (chunk: Buffer) => {
          const text = chunk.toString();
          // The present counts: from then on the stream is subscribed.
          if (!isReady && text.includes('event: unread')) {
            isReady = true;
            resolve();
          }
          for (const _ of text.matchAll(/^event: comments$/gm)) onComment?.();
        });
      });
      sent.end();
    });
  for (let done = 0; done < count; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, one) => done + one);
    await Promise.all(batch.map(openOne));
  }
  return {
    open: () => open,
    async close() {
      for (const one of requests) one.on('error', () => {}).destroy();
    },
  };
}
