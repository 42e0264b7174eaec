import { fork } from 'node:child_process';
import { entryPath } from '../../paths.ts';
import { Refusal } from '../../refusals.ts';
import type { ImageRequest, ImageResponse, ImageWork } from './child-main.ts';
import type { Icon } from './icons.ts';
import { CPU_MS_MAX, WALL_MS_MAX } from './limits.ts';
import type { ConvertedImage } from './pixels.ts';
import { ImageRefused } from './refused.ts';

const RETRY_AFTER_SECONDS = 10;

/**
 * One process per image. A valid interlaced picture within the pixel limit can take several hundred megabytes of native
 * memory, which a worker thread cannot limit, and an encoder does not stop for a timeout within a frame. A process can
 * be killed at any time, frees all its memory, contains a crash of a decoder, and gets neither our environment nor our
 * secrets. It starts in less than a tenth of a second, little beside the conversion itself.
 */
export function runIsolated<T extends ConvertedImage | Icon[] = ConvertedImage>(
  work: ImageWork,
  { wall_ms = WALL_MS_MAX, cpu_ms = CPU_MS_MAX } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(entryPath('platform/images/child-main'), {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      timeout: wall_ms,
      killSignal: 'SIGKILL',
    });
    let response: ImageResponse | undefined;
    child.once('message', (message: ImageResponse) => {
      response = message;
    });
    child.once('error', reject);
    // Settled only after the process has ended, so that the next one in the queue finds its memory free.
    child.once('close', (code, signal) => {
      if (response && 'made' in response) resolve(response.made as T);
      else
        reject(
          response ? new ImageRefused(response.refused, response.detail) : errorOf(code, signal),
        );
    });
    const request: ImageRequest = { work, cpu_ms };
    child.send(request, (error) => error && reject(error));
  });
}

/**
 * The process ended without a response. SIGKILL: the machine lacked time or memory, and the upload may be retried.
 * Another signal: the decoder crashed on these bytes. Otherwise: a bug.
 */
function errorOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGKILL') return new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
  if (signal) return new ImageRefused('broken', signal);
  return new Error(`The image process ended with ${code} and no response`);
}
