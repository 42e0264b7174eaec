import { catchScript } from '../catch.ts';
import type { Call } from '../generator.ts';
import { later } from '../sample.ts';
import { CONNECTIONS, endless, overHttp, overPgbench } from '../sides.ts';
import type { Site } from '../site.ts';
import { answersOf, startTwin, type TwinKind } from '../twins.ts';
import { DRAWING, hotPosts, type Operation, twoPosts } from './operation.ts';

const KEPT =
  'What is kept is looked for after the router and the first hooks of the framework, and each of a thousand posts is asked about once a second. To answer before the framework would leave the second alone.';

type Asked = { id: string; title: string; pathOf: (post: number) => string; ofPost: boolean };

const LIST_JSON = {
  ...{ id: 'list-json', title: '`GET /api/posts`', ofPost: false },
  pathOf: () => '/api/posts',
};
const POST_JSON = {
  ...{ id: 'post-json', title: '`GET /api/posts/:id`', ofPost: true },
  pathOf: (post: number) => `/api/posts/${post}`,
};
const LIST_PAGE = {
  ...{ id: 'list-page', title: 'the list page', ofPost: false },
  pathOf: () => '/posts',
};
const POST_PAGE = {
  ...{ id: 'post-page', title: 'the post page', ofPost: true },
  pathOf: (post: number) => `/posts/${post}`,
};

/** Without a log-in, many times the same few. */
export const READS: Operation[] = [
  besideServer(LIST_JSON, { kind: 'fastify', goal: 0.6 }),
  besideServer(POST_JSON, { kind: 'fastify', goal: 0.6 }),
  besideDatabase(LIST_JSON, 0.6),
  besideDatabase(POST_JSON, 0.6),
  besideServer(LIST_PAGE, { kind: 'node:http', goal: 0.5 }),
  besideServer(POST_PAGE, { kind: 'node:http', goal: 0.5 }),
  besideServer(LIST_PAGE, { kind: 'node:http', isUncached: true }),
  besideServer(POST_PAGE, { kind: 'node:http', isUncached: true }),
];

type ServerTwin = { kind: TwinKind; goal?: number; isUncached?: true };

function besideServer(asked: Asked, { kind, goal, isUncached }: ServerTwin): Operation {
  return {
    id: isUncached ? `${asked.id}-uncached` : asked.id,
    title: `${asked.title}, anonymous, ${isUncached ? 'cache off' : 'warm'}`,
    twin: `${kind} sending the same bytes`,
    limit: isUncached ? DRAWING : KEPT,
    ...(goal === undefined ? {} : { goal }),
    prepare(site) {
      const { uncached, web } = site;
      const calls = callsOf(site, asked);
      const answers = () =>
        answersOf(
          web.url,
          calls.map(({ path }) => path),
        );
      // Warm is warm: what says "a minute ago" is kept for a minute, and the rounds are further apart.
      const warm = async () => {
        await answers();
        return endless(calls)();
      };
      return {
        ours: isUncached ? overHttp(site, uncached, endless(calls)) : overHttp(site, web, warm),
        twin: later(async () => {
          const twin = await startTwin(site.place, kind, await answers());
          return overHttp(site, twin, endless(calls));
        }),
      };
    },
  };
}

function besideDatabase(asked: Asked, goal: number): Operation {
  return {
    id: `${asked.id}-uncached`,
    title: `${asked.title}, anonymous, cache off`,
    limit:
      'The process: the driver takes each row apart column by column, moments become dates and text again, and the answer is put together from that, while pgbench throws the rows away. JSON made by the database would spare most of it, at a cost there. A site answers this from memory unless it is told not to.',
    twin: 'pgbench running its statements',
    goal,
    prepare: (site) => ({
      ours: overHttp(site, site.uncached, endless(callsOf(site, asked))),
      twin: later(async () => {
        const [one, other] = await twoPosts(site);
        const script = await catchScript(site, {
          callers: asked.ofPost ? [{ post: one }, { post: other }] : [{}, {}],
          callOf: ({ post = 0 }) => read(asked.pathOf(post)),
          draws: { post: hotPosts(site).draw },
        });
        return overPgbench(site, CONNECTIONS, endless(script));
      }),
    }),
  };
}

function callsOf(site: Site, { pathOf, ofPost }: Asked): Call[] {
  return ofPost ? hotPosts(site).ids.map((post) => read(pathOf(post))) : [read(pathOf(0))];
}

function read(path: string): Call {
  return { method: 'GET', path };
}
