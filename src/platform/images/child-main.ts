import { WORKER_RSS_MAX } from './limits.ts';
import { CONVERSIONS, type ConvertedImage, type Purpose } from './pixels.ts';
import { ImageRefused, type RefusedReason } from './refused.ts';

export type ConvertRequest = { purpose: Purpose; bytes: Buffer; cpu_ms: number };
export type ConvertResponse =
  | { image: ConvertedImage }
  | { refused: RefusedReason; detail: string | undefined };

const CHECK_MS = 5;

// The parent is gone.
process.once('disconnect', end);
process.once('message', (request: ConvertRequest) => void convert(request));

/** Decoding runs on the thread pool, so this thread can watch its memory and CPU time. */
async function convert({ purpose, bytes, cpu_ms }: ConvertRequest): Promise<void> {
  setInterval(() => {
    const rss = process.memoryUsage.rss();
    if (rss > WORKER_RSS_MAX) reply({ refused: 'pixels', detail: `${rss} bytes of memory` });
    const { user, system } = process.cpuUsage();
    if (user + system > cpu_ms * 1000) reply({ refused: 'pixels', detail: 'out of time' });
  }, CHECK_MS);
  try {
    reply({ image: await CONVERSIONS[purpose](bytes) });
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    reply({ refused: error.reason, detail: error.detail });
  }
}

function reply(message: ConvertResponse): void {
  process.send?.(message, end);
}

// `process.exit` would wait for the running decoder, which could take more memory.
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
