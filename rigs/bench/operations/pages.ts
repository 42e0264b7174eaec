import { captureScript } from '../capture.ts';
import type { Call } from '../generator.ts';
import { uidsOf } from '../people.ts';
import { CONNECTIONS, endless, overHttp, overPgbench } from '../runners.ts';
import { lazyRun } from '../sample.ts';
import { headersOf, type LoggedIn, openSessions } from '../sessions.ts';
import { DRAWING, drawOf, hotPosts, type Operation, random, two, twoPosts } from './operation.ts';

/** How many members read at the same time. */
const READERS = 200;
const CALLS = 2_000;

/** Pages for logged-in members, rendered for each. */
export const PAGES: Operation[] = [
  ofMember('list-page-member', 'the list page, logged in', false),
  ofMember('post-page-member', 'the post page, logged in', true),
];

function ofMember(id: string, title: string, ofPost: boolean): Operation {
  return {
    ...{ id, title, goal: 0.4, limit: DRAWING },
    baseline: 'pgbench running its statements, one after the other',
    prepare(site) {
      const { ids, draw } = hotPosts(site);
      const { ctx } = site.service;
      const { first, count } = site.people.crowd;
      const readers = { first, count: Math.min(READERS, count) };
      const uids = uidsOf(readers);
      const callOf = (reader: LoggedIn, post: number): Call => ({
        method: 'GET',
        path: ofPost ? `/posts/${post}` : '/posts',
        headers: headersOf(reader, 'cookie'),
      });
      const capture = async () => {
        const [one, other] = await twoPosts(site);
        const [another, uid] = two(uids);
        return captureScript(site, {
          callers: [
            { uid: another, ...(ofPost ? { post: one } : {}) },
            { uid, ...(ofPost ? { post: other } : {}) },
          ],
          async callOf(who) {
            const [reader] = await openSessions(ctx, [who.uid ?? 0], 'cookie');
            return callOf(reader as LoggedIn, who.post ?? 0);
          },
          draws: { uid: drawOf(readers), post: draw },
        });
      };
      const supply = async () => {
        const sessions = await openSessions(ctx, uids, 'cookie');
        const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
        const what = Array.from({ length: CALLS }, () => callOf(pick(sessions), pick(ids)));
        return { what, calls: Number.POSITIVE_INFINITY };
      };
      return {
        ours: overHttp(site, site.web, supply),
        baseline: lazyRun(async () => overPgbench(site, CONNECTIONS, endless(await capture()))),
      };
    },
  };
}
