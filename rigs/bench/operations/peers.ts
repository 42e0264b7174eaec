import { endless, overHttp } from '../sides.ts';
import type { Operation } from './operation.ts';
import { PAGES } from './pages.ts';
import { READS } from './reads.ts';

/** What people run instead, running here already: its process, and its pages like ours. */
type Peer = { name: string; pid: number; list: URL; post: URL };

/** What is wanted of each of our pages, as a multiple of the peer's own for somebody who is not logged in. */
const WANTED: Record<string, number> = {
  'list-page': 100,
  'post-page': 100,
  'list-page-uncached': 20,
  'post-page-uncached': 20,
  'list-page-member': 15,
  'post-page-member': 15,
};

/** `name=pid,address of a list,address of a post`. */
export function readPeer(text: string): Peer {
  const [name = '', rest = ''] = text.split('=', 2);
  const [pid, list = '', post = ''] = rest.split(',');
  return { name, pid: Number(pid), list: new URL(list), post: new URL(post) };
}

/** Each of our pages in turns with the peer's, on the same core. */
export function besidePeer({ name, pid, list, post }: Peer): Operation[] {
  return [...READS, ...PAGES].flatMap(({ id, title, prepare }) => {
    const goal = WANTED[id];
    if (goal === undefined) return [];
    const { origin, pathname, search } = id.startsWith('post') ? post : list;
    return {
      ...{ id: `${id} ${name}`, title, twin: name, goal },
      prepare(site) {
        site.place.apart.pinWeb(pid);
        const call = { method: 'GET', path: `${pathname}${search}` } as const;
        return {
          ours: prepare(site).ours,
          twin: overHttp(site, { url: origin, pid }, endless([call])),
        };
      },
    };
  });
}
