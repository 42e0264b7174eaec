import { WORKER_RSS_MAX } from './limits.ts';
import { CONVERSIONS, type ConvertedImage, type Purpose } from './pixels.ts';
import { ImageRefused, type RefusedReason } from './refused.ts';

export type Question = { purpose: Purpose; bytes: Buffer };
export type Answer =
  | { image: ConvertedImage }
  | { refused: RefusedReason; detail: string | undefined };

const LOOK_EVERY_MS = 5;

// An orphan has nobody to answer.
process.once('disconnect', end);
process.once('message', ({ purpose, bytes }: Question) => void convert(purpose, bytes));

/** Decoding happens on the thread pool, so this thread is free to watch how much memory it takes. */
async function convert(purpose: Purpose, bytes: Buffer): Promise<void> {
  setInterval(() => {
    const taken = process.memoryUsage.rss();
    if (taken > WORKER_RSS_MAX) answer({ refused: 'pixels', detail: `${taken} bytes of memory` });
  }, LOOK_EVERY_MS);
  try {
    answer({ image: await CONVERSIONS[purpose](bytes) });
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    answer({ refused: error.reason, detail: error.detail });
  }
}

function answer(message: Answer): void {
  process.send?.(message, end);
}

// A plain exit would wait for the decoder at work on the thread pool, and let it take more memory.
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
