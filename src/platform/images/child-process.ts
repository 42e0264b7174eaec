import { fork } from 'node:child_process';
import { entryPath } from '../../paths.ts';
import { Refusal } from '../../refusals.ts';
import type { ConvertRequest, ConvertResponse } from './child-main.ts';
import { CPU_MS_MAX, WALL_MS_MAX } from './limits.ts';
import type { ConvertedImage, Purpose } from './pixels.ts';
import { ImageRefused } from './refused.ts';

const RETRY_AFTER_SECONDS = 10;

/**
 * One process for each image. An honest interlaced picture within the pixel limit can take several
 * hundred megabytes of native memory, which no worker thread can be held to, and an encoder in the middle
 * of a frame hears no timeout. A process can be ended at any moment, gives all its memory back, takes a
 * crash of a decoder with it, and is given neither our environment nor our secrets. It costs less than
 * a tenth of a second to start, little beside the conversion itself.
 */
export function convertIsolated(
  purpose: Purpose,
  bytes: Buffer,
  { wall_ms = WALL_MS_MAX, cpu_ms = CPU_MS_MAX } = {},
): Promise<ConvertedImage> {
  return new Promise((resolve, reject) => {
    const child = fork(entryPath('platform/images/child-main'), {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      timeout: wall_ms,
      killSignal: 'SIGKILL',
    });
    let answer: ConvertResponse | undefined;
    child.once('message', (message: ConvertResponse) => {
      answer = message;
    });
    child.once('error', reject);
    // Settled only now, so that a place in the queue is free when the memory is.
    child.once('close', (code, signal) => {
      if (answer && 'image' in answer) resolve(answer.image);
      else reject(answer ? new ImageRefused(answer.refused, answer.detail) : fate(code, signal));
    });
    const question: ConvertRequest = { purpose, bytes, cpu_ms };
    child.send(question, (error) => error && reject(error));
  });
}

/**
 * An end without an answer: somebody else needed the cores or the memory, and the picture may be sent again; a
 * decoder that crashed on these bytes; or our own mistake.
 */
function fate(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGKILL') return new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
  if (signal) return new ImageRefused('broken', signal);
  return new Error(`The image process ended with ${code} and no answer`);
}
