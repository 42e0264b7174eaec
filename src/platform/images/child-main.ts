import type { Card, CardFiles } from './card/card.ts';
import { drawCard } from './card/draw-card.ts';
import { type Icon, makeIcons } from './icons.ts';
import { WORKER_RSS_MAX } from './limits.ts';
import { CONVERSIONS, type ConvertedImage, type Purpose } from './pixels.ts';
import { ImageRefused, type RefusedReason } from './refused.ts';

/** Convert an upload, draw a share picture, or make every size of a logo. */
export type ImageWork =
  | { purpose: Purpose; bytes: Buffer }
  | { card: Card; files: CardFiles }
  | { logo: Buffer };
export type ImageRequest = { work: ImageWork; cpu_ms: number };
export type ImageResponse =
  | { made: ConvertedImage | Icon[] }
  | { refused: RefusedReason; detail: string | undefined };

const CHECK_MS = 5;

// The parent is gone.
process.once('disconnect', end);
process.once('message', (request: ImageRequest) => void run(request));

/** Decoding runs on the thread pool, so this thread can watch its memory and CPU time. */
async function run({ work, cpu_ms }: ImageRequest): Promise<void> {
  setInterval(() => {
    const rss = process.memoryUsage.rss();
    if (rss > WORKER_RSS_MAX) reply({ refused: 'pixels', detail: `${rss} bytes of memory` });
    const { user, system } = process.cpuUsage();
    if (user + system > cpu_ms * 1000) reply({ refused: 'pixels', detail: 'out of time' });
  }, CHECK_MS);
  try {
    reply({ made: await make(work) });
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    reply({ refused: error.reason, detail: error.detail });
  }
}

function make(work: ImageWork): Promise<ConvertedImage | Icon[]> {
  if ('logo' in work) return makeIcons(work.logo);
  return 'card' in work ? drawCard(work.card, work.files) : CONVERSIONS[work.purpose](work.bytes);
}

function reply(message: ImageResponse): void {
  process.send?.(message, end);
}

// `process.exit` would wait for the running decoder, which could take more memory.
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
