import { writersOf } from '../../query-plans/fill.ts';
import { captureScript, type Subject } from '../capture.ts';
import type { Call } from '../generator.ts';
import { inParts, type Range, uidsOf } from '../people.ts';
import { IN_TURN } from '../pgbench-script.ts';
import { CONNECTIONS, overHttp, overPgbench } from '../runners.ts';
import { lazyRun } from '../sample.ts';
import { headersOf, type LoggedIn, openSessions } from '../sessions.ts';
import type { Site } from '../site.ts';
import { drawOf, type Operation, pickOf, two, twoPosts } from './operation.ts';

/** Calls prepared for repeatable writes, before they start again. */
const CALLS = 20_000;
/** D37: more gifts of light energy per day earn nothing, and the baseline would fail. */
const GIFTS = 5;

type Write = {
  id: string;
  title: string;
  /** How often one member can do it per day. */
  times: number;
  /** The kind of its subject, if any. */
  about?: 'post' | 'followed';
  /** The members for ours and for the baseline; a part of the range per measurement where members are used up. */
  members(site: Site): { ours: () => Range; baseline: () => Range; captured: Range };
  callOf(who: Subject): Pick<Call, 'path' | 'body'>;
};

const everybody = ({ people: { crowd } }: Site) => ({
  ours: () => crowd,
  baseline: () => crowd,
  captured: crowd,
});

const KINDS: Write[] = [
  {
    ...{ id: 'energize', title: 'energize, random posts', times: GIFTS, about: 'post' },
    members: ({ people, measurements }) => ({
      ours: inParts(people.givers, measurements),
      baseline: inParts(people.baseline_givers, measurements),
      captured: people.crowd,
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
      baseline: inParts(people.baseline_early, measurements),
      captured: people.spare,
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
    baseline: 'pgbench running its statements',
    prepare(site) {
      const { ctx } = site.service;
      const posts = { first: 1, count: site.public_posts };
      const followed = { first: 1, count: writersOf(site.size) };
      const { ours, baseline, captured } = members(site);
      const asCall = (member: LoggedIn, who: Subject): Call => ({
        method: 'POST',
        headers: headersOf(member, 'bearer'),
        ...callOf(who),
      });
      const capture = async () =>
        captureScript(site, {
          callers: await callersOf(site, captured, about),
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
        const what = Array.from({ length: Math.min(CALLS, calls) }, (_, index) => {
          const member = sessions[index % sessions.length] as LoggedIn;
          return asCall(member, { post: pickOf(posts), followed: pickOf(followed) });
        });
        return { what, calls };
      };
      return {
        ours: overHttp(site, site.web, supply),
        baseline: lazyRun(async () => {
          const script = await capture();
          return overPgbench(site, CONNECTIONS, () => {
            const { first, count } = baseline();
            const variables = { ...script.variables, first, count };
            return { what: { ...script, variables }, calls: times * count };
          });
        }),
      };
    },
  };
}

async function callersOf(
  site: Site,
  captured: Range,
  about: Write['about'],
): Promise<[Subject, Subject]> {
  const [one, other] = two(uidsOf(captured));
  if (!about) return [{ uid: one }, { uid: other }];
  const writers = writersOf(site.size);
  const [first, second] = about === 'post' ? await twoPosts(site) : [writers - 1, writers];
  return [
    { uid: one, [about]: first },
    { uid: other, [about]: second },
  ];
}
