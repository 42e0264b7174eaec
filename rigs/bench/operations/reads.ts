import { captureScript } from '../capture.ts';
import type { Call } from '../generator.ts';
import { CONNECTIONS, endless, overHttp, overPgbench } from '../runners.ts';
import { lazyRun } from '../sample.ts';
import type { Site } from '../site.ts';
import { type BaselineKind, fetchResponses, startBaseline } from '../start-baseline.ts';
import { DRAWING, hotPosts, type Operation, twoPosts } from './operation.ts';

const CACHED =
  'The cache is looked up after the router and the first hooks of the framework, and each of a thousand posts is revalidated once a second. A lookup before the framework would leave only the second.';

type ReadPath = { id: string; title: string; pathOf: (post: number) => string; ofPost: boolean };

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

/** Anonymous reads of the same few paths. */
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

type ServerBaseline = { kind: BaselineKind; goal?: number; isUncached?: true };

function besideServer(path: ReadPath, { kind, goal, isUncached }: ServerBaseline): Operation {
  return {
    id: isUncached ? `${path.id}-uncached` : path.id,
    title: `${path.title}, anonymous, ${isUncached ? 'cache off' : 'warm'}`,
    baseline: `${kind} sending the same bytes`,
    limit: isUncached ? DRAWING : CACHED,
    ...(goal === undefined ? {} : { goal }),
    prepare(site) {
      const { uncached, web } = site;
      const calls = callsOf(site, path);
      const responses = () =>
        fetchResponses(
          web.url,
          calls.map(({ path }) => path),
        );
      // Filled again before each round: pages with relative times are cached for a minute, and rounds are further apart.
      const warm = async () => {
        await responses();
        return endless(calls)();
      };
      return {
        ours: isUncached ? overHttp(site, uncached, endless(calls)) : overHttp(site, web, warm),
        baseline: lazyRun(async () => {
          const baseline = await startBaseline(site.environment, kind, await responses());
          return overHttp(site, baseline, endless(calls));
        }),
      };
    },
  };
}

function besideDatabase(path: ReadPath, goal: number): Operation {
  return {
    id: `${path.id}-uncached`,
    title: `${path.title}, anonymous, cache off`,
    limit:
      'The process: the driver parses each row column by column, times become dates and text again, and the response is built from that, while pgbench discards the rows. JSON built by the database would save most of it, at a cost there. A site serves these from the page cache unless it is turned off.',
    baseline: 'pgbench running its statements',
    goal,
    prepare: (site) => ({
      ours: overHttp(site, site.uncached, endless(callsOf(site, path))),
      baseline: lazyRun(async () => {
        const [one, other] = await twoPosts(site);
        const script = await captureScript(site, {
          callers: path.ofPost ? [{ post: one }, { post: other }] : [{}, {}],
          callOf: ({ post = 0 }) => read(path.pathOf(post)),
          draws: { post: hotPosts(site).draw },
        });
        return overPgbench(site, CONNECTIONS, endless(script));
      }),
    }),
  };
}

function callsOf(site: Site, { pathOf, ofPost }: ReadPath): Call[] {
  return ofPost ? hotPosts(site).ids.map((post) => read(pathOf(post))) : [read(pathOf(0))];
}

function read(path: string): Call {
  return { method: 'GET', path };
}
