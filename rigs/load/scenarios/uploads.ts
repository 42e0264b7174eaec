import { childrenOf } from '../../../test/support/processes.ts';
import { metric } from '../../chaos/metrics.ts';
import { arrive } from '../arrivals.ts';
import type { Call } from '../http-client.ts';
import { bombs, fullPicture } from '../pictures.ts';
import { isFailed, isServed, isShed, ofPart, type Sample, tookAt } from '../sample.ts';
import { as } from '../traffic.ts';
import { watchHighest } from '../watch.ts';
import { isLost } from './overload.ts';
import { type Scenario, traffic } from './scenario.ts';

const UPLOADS = 100;
const OTHERS = 0.3;
/** One upload in this many is a bomb. */
const BOMB_EVERY = 4;
const BOUNDARY = 'between-the-parts';
/** Close enough together that all are open at the same time. */
const AT_ONCE = { rate: UPLOADS * 10, seconds: 0.1 };

export const UPLOADING: Scenario = {
  id: 'L8',
  title: '100 uploads of 5 MB at once, a quarter of them bombs, beside 0.3 C of mixed traffic',
  seconds: 30,
  async run(stage) {
    const { site } = stage;
    const picture = await fullPicture();
    const wrong = await bombs(picture);
    let count = 0;
    const next = (): Call => {
      const index = count++;
      const bomb = index % BOMB_EVERY === 0;
      const file = bomb ? (wrong[(index / BOMB_EVERY) % wrong.length] ?? picture) : picture;
      const member = site.community.members[index];
      return {
        kind: bomb ? 'bomb' : 'picture',
        part: 'upload',
        method: 'POST',
        path: '/api/posts/upload-image',
        ...(member ? as(member) : {}),
        body: form(file),
        type: `multipart/form-data; boundary=${BOUNDARY}`,
      };
    };
    // Each image is converted in a process of its own.
    const watch = watchHighest(() => ({ jobs: childrenOf(site.web.pid).length }), 20);
    const [uploads, others] = await Promise.all([
      arrive(site.client, { ...AT_ONCE, next }),
      traffic(stage, OTHERS),
    ]);
    const { jobs } = await watch.stop();
    const taken = (kind: string) => uploads.filter((one) => one.kind === kind && isServed(one));
    const metrics = [
      metric('pictures taken', taken('picture').length, ''),
      metric('bombs taken', taken('bomb').length, '', { max: 0 }),
      metric('bombs refused', uploads.filter(isRefusedBomb).length, ''),
      metric('uploads shed', uploads.filter(isShed).length, ''),
      metric('uploads lost', uploads.filter(isLost).length, '', { max: 0 }),
      metric('last upload completed after', tookAt(uploads, 1) / 1000, 's'),
      metric('image jobs at once', jobs, '', { max: 2 }),
      metric('other reads, p50', tookAt(ofPart(others, 'read'), 0.5), 'ms', { max: 10 }),
      metric('other reads, p99', tookAt(ofPart(others, 'read'), 0.99), 'ms', { max: 100 }),
      metric('other writes, p99', tookAt(ofPart(others, 'write'), 0.99), 'ms', { max: 200 }),
      metric('others failed', others.filter(isFailed).length, '', { max: 0 }),
    ];
    return { metrics, samples: [...uploads, ...others] };
  },
};

function isRefusedBomb({ kind, status }: Sample): boolean {
  return kind === 'bomb' && status >= 400 && status < 500;
}

function form(file: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="picture"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
