import type { Attack } from '../attack.ts';
import { ATTACKER, VISITOR } from '../community.ts';
import { watchHiding } from '../hiding.ts';
import { send, sendRaw } from '../http.ts';
import { lockPost, takePost } from '../moderation.ts';

const PATHS = ['/posts#order=hot&x=7', '/posts#x', '/api/posts#order=hot'];

export const FRAGMENT: Attack = {
  name: 'fragment',
  title: 'a raw # in the request line, around the locking of a post',
  async run(community) {
    const { ports } = community.site;
    const post = takePost(community);
    const raw = (path: string) => (port: number) => sendRaw(port, path, ATTACKER);
    const refused = await Promise.all(
      ports.flatMap((port) => PATHS.map((path) => sendRaw(port, path, ATTACKER))),
    );
    const hidden = await watchHiding({
      name: 'a locked title is not served',
      ports,
      secret: post.title,
      looks: [
        ...PATHS.map(raw),
        async (port) => (await send(port, { path: `/posts/${post.id}`, from: VISITOR })).text,
      ],
      hide: (port) => lockPost(community, port, post),
    });
    const bad = refused.filter((response) => response.startsWith('HTTP/1.1 400')).length;
    return [
      hidden,
      { name: 'it is 400', passed: bad === refused.length, detail: `${bad} of ${refused.length}` },
    ];
  },
};
