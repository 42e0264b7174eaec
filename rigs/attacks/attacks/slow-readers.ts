import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { openStalledDownloads, type SlowClients } from '../../../test/support/slow-clients.ts';
import { type Attack, aborted } from '../attack.ts';
import { ATTACKER, VISITOR } from '../community.ts';
import { send, sendOk } from '../http.ts';
import { upload } from '../upload.ts';

const CONNECTIONS = 200;
/** In portions: the kernel takes 4 MB per connection, and as many fast readers at once would be noticeable too. */
const PORTIONS = 8;
const PORTION_MS = 250;
/** Larger than the kernel's buffers for an unread response. */
const SIDE = 1_200;

let picture = '';

export const SLOW_READERS: Attack = {
  name: 'slow-readers',
  title: `${CONNECTIONS} connections to each process that read nothing of a picture`,
  async prepare({ site, reader }) {
    const raw = { width: SIDE, height: SIDE, channels: 3 as const };
    const large = await sharp(randomBytes(SIDE * SIDE * 3), { raw })
      .png()
      .toBuffer();
    const [port] = site.ports;
    picture = JSON.parse((await upload(port, reader, large)).text).url;
    // Public once a post shows it; otherwise the attack would only read a 404.
    const body = { title: 'a large picture', body: `<p><img src="${picture}" alt=""></p>` };
    await sendOk(port, {
      ...{ method: 'POST', path: '/api/studio/posts', from: VISITOR, token: reader, body },
    });
  },
  async run({ site }, signal) {
    const groups: SlowClients[] = [];
    for (let portion = 0; portion < PORTIONS; portion++) {
      for (const port of site.ports)
        groups.push(
          await openStalledDownloads({ port }, picture, ATTACKER, CONNECTIONS / PORTIONS),
        );
      await sleep(PORTION_MS);
    }
    const { status } = await send(site.ports[0], { path: picture, from: VISITOR });
    await aborted(signal);
    for (const clients of groups) clients.close();
    return [
      { name: 'the picture is public', passed: status === 200, detail: `${status} meanwhile` },
    ];
  },
};
