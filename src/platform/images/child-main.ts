import { WORKER_RSS_MAX } from './limits.ts';
import { CONVERSIONS, type ConvertedImage, type Purpose } from './pixels.ts';
import { ImageRefused, type RefusedReason } from './refused.ts';

export type ConvertRequest = { purpose: Purpose; bytes: Buffer; cpu_ms: number };
export type ConvertResponse =
  | { image: ConvertedImage }
  | { refused: RefusedReason; detail: string | undefined };

const LOOK_EVERY_MS = 5;

// An orphan has nobody to answer.
process.once('disconnect', end);
process.once('message', (question: ConvertRequest) => void convert(question));

/** Decoding happens on the thread pool, so this thread is free to watch how much memory and time it takes. */
async function convert({ purpose, bytes, cpu_ms }: ConvertRequest): Promise<void> {
  setInterval(() => {
    const taken = process.memoryUsage.rss();
    if (taken > WORKER_RSS_MAX) answer({ refused: 'pixels', detail: `${taken} bytes of memory` });
    const { user, system } = process.cpuUsage();
    if (user + system > cpu_ms * 1000) answer({ refused: 'pixels', detail: 'out of time' });
  }, LOOK_EVERY_MS);
  try {
    answer({ image: await CONVERSIONS[purpose](bytes) });
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    answer({ refused: error.reason, detail: error.detail });
  }
}

function answer(message: ConvertResponse): void {
  process.send?.(message, end);
}

// A plain exit would wait for the decoder at work on the thread pool, and let it take more memory.
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
