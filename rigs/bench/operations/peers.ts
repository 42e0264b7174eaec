import { endless, overHttp } from '../runners.ts';
import type { Operation } from './operation.ts';
import { PAGES } from './pages.ts';
import { READS } from './reads.ts';

/** Another forum or blog software that already runs here: its process and two pages. */
type Peer = { name: string; pid: number; list: URL; post: URL };

/** The target of each page, as a multiple of the peer's page for an anonymous visitor. */
const TARGETS: Record<string, number> = {
  'list-page': 100,
  'post-page': 100,
  'list-page-uncached': 20,
  'post-page-uncached': 20,
  'list-page-member': 15,
  'post-page-member': 15,
};

/** `name=pid,URL of a list,URL of a post`. */
export function readPeer(text: string): Peer {
  const [name = '', rest = ''] = text.split('=', 2);
  const [pid, list = '', post = ''] = rest.split(',');
  return { name, pid: Number(pid), list: new URL(list), post: new URL(post) };
}

/** Each of our pages in turns with the peer's, on the same core. */
export function besidePeer({ name, pid, list, post }: Peer): Operation[] {
  return [...READS, ...PAGES].flatMap(({ id, title, prepare }) => {
    const goal = TARGETS[id];
    if (goal === undefined) return [];
    const { origin, pathname, search } = id.startsWith('post') ? post : list;
    return {
      ...{ id: `${id} ${name}`, title, baseline: name, goal },
      prepare(site) {
        site.environment.pinning.pinWeb(pid);
        const call = { method: 'GET', path: `${pathname}${search}` } as const;
        return {
          ours: prepare(site).ours,
          baseline: overHttp(site, { url: origin, pid }, endless([call])),
        };
      },
    };
  });
}
