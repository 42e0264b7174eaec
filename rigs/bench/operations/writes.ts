import { writersOf } from '../../query-plans/fill.ts';
import { catchScript, type Who } from '../catch.ts';
import type { Call } from '../generator.ts';
import { inParts, type Range, uidsOf } from '../people.ts';
import { later } from '../sample.ts';
import { headersOf, type LoggedIn, openSessions } from '../sessions.ts';
import { CONNECTIONS, overHttp, overPgbench } from '../sides.ts';
import type { Site } from '../site.ts';
import { IN_TURN } from '../twin-script.ts';
import { drawOf, type Operation, pickOf, two, twoPosts } from './operation.ts';

/** Of what can be done again and again, before it begins from the front. */
const CALLS = 20_000;
/** D37: whoever gives light energy more often than this today earns nothing more, and the twin would fail. */
const GIFTS = 5;

type Write = {
  id: string;
  title: string;
  /** How often one member can do it today. */
  times: number;
  /** What it is about, beside who does it. */
  about?: 'post' | 'followed';
  /** Who does it here, and who in the twin; of everybody in a range only a part at a time, where they run out. */
  members(site: Site): { ours: () => Range; twin: () => Range; caught: Range };
  callOf(who: Who): Pick<Call, 'path' | 'body'>;
};

const everybody = ({ people: { crowd } }: Site) => ({
  ours: () => crowd,
  twin: () => crowd,
  caught: crowd,
});

const KINDS: Write[] = [
  {
    ...{ id: 'energize', title: 'energize, random posts', times: GIFTS, about: 'post' },
    members: ({ people, measurements }) => ({
      ours: inParts(people.givers, measurements),
      twin: inParts(people.twin_givers, measurements),
      caught: people.crowd,
    }),
    callOf: ({ post }) => ({
      path: '/api/energy/energize',
      body: { post_id: post, form: 'light' },
    }),
  },
  {
    ...{ id: 'check-in', title: 'check-in, each member once', times: 1 },
    members: ({ people, measurements }) => ({
      ours: inParts(people.early, measurements),
      twin: inParts(people.twin_early, measurements),
      caught: people.spare,
    }),
    callOf: () => ({ path: '/api/level/checkin', body: {} }),
  },
  {
    ...{
      id: 'comment',
      title: 'comment, random posts',
      times: Number.POSITIVE_INFINITY,
      about: 'post',
    },
    members: everybody,
    callOf: ({ post }) => ({
      path: `/api/posts/${post}/comments`,
      body: { body: '灯火可亲，夜话未央。第三步我也算错过，后来从头来了一遍。' },
    }),
  },
  {
    ...{
      id: 'follow',
      title: 'follow, random members',
      times: Number.POSITIVE_INFINITY,
      about: 'followed',
    },
    members: everybody,
    callOf: ({ followed }) => ({ path: `/api/users/${followed}/follow`, body: {} }),
  },
];

export const WRITES: Operation[] = KINDS.map(besideDatabase);

function besideDatabase({ id, title, times, about, members, callOf }: Write): Operation {
  return {
    ...{ id, title, goal: 0.5 },
    twin: 'pgbench running its statements',
    prepare(site) {
      const { ctx } = site.service;
      const posts = { first: 1, count: site.public_posts };
      const followed = { first: 1, count: writersOf(site.size) };
      const { ours, twin, caught } = members(site);
      const asCall = (member: LoggedIn, who: Who): Call => ({
        method: 'POST',
        headers: headersOf(member, 'bearer'),
        ...callOf(who),
      });
      const catchIt = async () =>
        catchScript(site, {
          callers: await callersOf(site, caught, about),
          async callOf(who) {
            const [member] = await openSessions(ctx, [who.uid ?? 0], 'bearer');
            return asCall(member as LoggedIn, who);
          },
          draws: { uid: IN_TURN, post: drawOf(posts), followed: drawOf(followed) },
        });
      const supply = async () => {
        const range = ours();
        const sessions = await openSessions(ctx, uidsOf(range), 'bearer');
        const calls = times * range.count;
        const what = Array.from({ length: Math.min(CALLS, calls) }, (_, place) => {
          const member = sessions[place % sessions.length] as LoggedIn;
          return asCall(member, { post: pickOf(posts), followed: pickOf(followed) });
        });
        return { what, calls };
      };
      return {
        ours: overHttp(site, site.web, supply),
        twin: later(async () => {
          const script = await catchIt();
          return overPgbench(site, CONNECTIONS, () => {
            const { first, count } = twin();
            const variables = { ...script.variables, first, count };
            return { what: { ...script, variables }, calls: times * count };
          });
        }),
      };
    },
  };
}

async function callersOf(site: Site, caught: Range, about: Write['about']): Promise<[Who, Who]> {
  const [one, other] = two(uidsOf(caught));
  if (!about) return [{ uid: one }, { uid: other }];
  const writers = writersOf(site.size);
  const [first, second] = about === 'post' ? await twoPosts(site) : [writers - 1, writers];
  return [
    { uid: one, [about]: first },
    { uid: other, [about]: second },
  ];
}
