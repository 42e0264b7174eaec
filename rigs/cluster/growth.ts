import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { atEnd } from '../../test/support/cleanup.ts';
import { type Community, type Member, settleCommunity } from '../chaos/community.ts';
import { startRig } from '../chaos/site/rig.ts';
import type { Build } from '../chaos/site/site.ts';
import { type Citus, startCitus } from './citus.ts';

const SIZE = { members: 60, posts: 60, hot_posts: 5, hot_authors: 3 };
const SAMPLES = 12;
/** Connections to workers are opened, and pages rendered. */
const WARM_UPS = 8;
/** For work after the response, such as flushing a batch. */
const AFTER_MS = 250;
const IDLE_MS = 5_000;

type Call = { method: string; path: string; body?: object; member?: Member };
type Operation = { title: string; callOf(community: Community, turn: number): Call };
/** Of one node: statements of the site, and round trips and bytes from the coordinator. */
type Count = { statements: number; trips: number; bytes: number };
export type Row = {
  title: string;
  coordinator: number;
  workers: { least: number; most: number };
  /** Means per operation, of all workers together. */
  statements: number;
  trips: number;
  bytes: number;
};

const nth = <T>(list: T[], turn: number): T => list[turn % list.length] as T;
/** A post of somebody else. */
const foreign = ({ members, posts }: Community, turn: number) => {
  const { uid } = nth(members, turn);
  return nth(
    posts.filter((post) => post.author_uid !== uid),
    turn * 3,
  );
};
const by = (
  title: string,
  method: string,
  pathOf: (community: Community, turn: number) => string,
  bodyOf: (community: Community, turn: number) => object = () => ({}),
): Operation => ({
  title,
  callOf: (community, turn) => ({
    method,
    path: pathOf(community, turn),
    ...(method === 'GET' ? {} : { body: bodyOf(community, turn) }),
    member: nth(community.members, turn),
  }),
});
const anonymous = (title: string, pathOf: (community: Community, turn: number) => string) => ({
  title,
  callOf: (community: Community, turn: number): Call => ({
    method: 'GET',
    path: pathOf(community, turn),
  }),
});

/** The operations of docs/scale.md, and two that write versions. The anonymous pages come twice: later requests are from the cache. */
const OPERATIONS: Operation[] = [
  anonymous(
    'the post page, anonymous, first request',
    ({ posts }, turn) => `/posts/${nth(posts, turn).id}`,
  ),
  anonymous('the post page, anonymous, warm', ({ posts }, turn) => `/posts/${nth(posts, turn).id}`),
  anonymous('the list page, anonymous, warm', () => '/posts'),
  by('the list page, logged in', 'GET', () => '/posts'),
  by(
    'the post page, logged in',
    'GET',
    (community, turn) => `/posts/${foreign(community, turn).id}`,
  ),
  by('the front page, logged in', 'GET', () => '/'),
  by('check-in', 'POST', () => '/api/level/checkin'),
  by('like', 'POST', (community, turn) => `/api/posts/${foreign(community, turn).id}/like`),
  by(
    'comment',
    'POST',
    (community, turn) => `/api/posts/${foreign(community, turn).id}/comments`,
    (_, turn) => ({ body: `第 ${turn} 条评论` }),
  ),
  by('follow', 'POST', ({ members }, turn) => `/api/users/${nth(members, turn + 1).uid}/follow`),
  by(
    'energize',
    'POST',
    () => '/api/energy/energize',
    (community, turn) => ({ post_id: foreign(community, turn).id, form: 'light' }),
  ),
  by(
    'a new post',
    'POST',
    () => '/api/studio/posts',
    (_, turn) => ({ title: `新 ${turn}`, body: '<p>灯火</p>' }),
  ),
  {
    title: 'save of a post',
    callOf({ members, posts }, turn) {
      const { id, author_uid } = nth(posts, turn);
      const member = members.find(({ uid }) => uid === author_uid) as Member;
      const body = { title: `第 ${turn} 版`, body: `<p>版本 ${turn}</p>`, version: 1 };
      return { method: 'PUT', path: `/api/studio/posts/${id}`, body, member };
    },
  },
];

/** Operations one after the other on a quiet site without a worker process: which nodes each of them touches. */
export async function measureGrowth(build: Build): Promise<Row[]> {
  let citus: Citus | undefined;
  const rig = await startRig({
    build,
    random: Math.random,
    near: true,
    workers: 0,
    settings: { DATABASE_POOL: '2' },
    postgres: async (directory) => {
      citus = await startCitus(directory, { proxies: true });
      return citus;
    },
  });
  const [web] = rig.webs;
  if (!citus || !web) throw new Error('no site');
  const community = await settleCommunity(rig, SIZE);
  const count = await openCounters(citus);
  const idle = await measure(count, 'nothing', () => sleep(IDLE_MS), 1);
  const rows = [idle];
  for (const { title, callOf } of OPERATIONS) {
    // First requests of a page must not be warmed up; likes and check-ins use members of their own.
    const warmUps = title.includes('first request') ? 0 : WARM_UPS;
    for (let turn = 0; turn < warmUps; turn++)
      await send(web.url, callOf(community, SAMPLES + turn));
    rows.push(
      await measure(count, title, (turn) => send(web.url, callOf(community, turn)), SAMPLES),
    );
  }
  return rows;
}

async function measure(
  count: () => Promise<Count[]>,
  title: string,
  act: (turn: number) => Promise<void>,
  samples: number,
): Promise<Row> {
  const touched: number[] = [];
  const sum = { coordinator: 0, statements: 0, trips: 0, bytes: 0 };
  for (let turn = 0; turn < samples; turn++) {
    const before = await count();
    await act(turn);
    await sleep(AFTER_MS);
    const spent = (await count()).map((after, node) => {
      const { statements = 0, trips = 0, bytes = 0 } = before[node] ?? {};
      return {
        statements: after.statements - statements,
        trips: after.trips - trips,
        bytes: after.bytes - bytes,
      };
    });
    const [coordinator, ...workers] = spent as [Count, ...Count[]];
    touched.push(workers.filter(({ trips }) => trips > 0).length);
    sum.coordinator += coordinator.statements / samples;
    for (const { statements, trips, bytes } of workers) {
      sum.statements += statements / samples;
      sum.trips += trips / samples;
      sum.bytes += bytes / samples;
    }
  }
  return { title, workers: { least: Math.min(...touched), most: Math.max(...touched) }, ...sum };
}

/** The coordinator first. Reads directly, not through the proxies. */
async function openCounters({ url, workers }: Citus): Promise<() => Promise<Count[]>> {
  const nodes = [{ url, proxy: undefined }, ...workers];
  const clients = await Promise.all(
    nodes.map(async (node) => {
      const client = new pg.Client({ connectionString: node.url });
      await client.connect();
      atEnd(() => client.end());
      return { client, proxy: node.proxy };
    }),
  );
  // Citus creates it on the workers too.
  await clients[0]?.client.query('create extension pg_stat_statements');
  return () =>
    Promise.all(
      clients.map(async ({ client, proxy }) => {
        const { rows } = await client.query<{ calls: number }>(
          `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
            where userid = 'lamplight_app'::regrole`,
        );
        const { calls = 0 } = rows[0] ?? {};
        return { statements: calls, trips: proxy?.roundTrips() ?? 0, bytes: proxy?.bytes() ?? 0 };
      }),
    );
}

async function send(url: string, { method, path, body, member }: Call): Promise<void> {
  const response = await fetch(url + path, {
    method,
    headers: {
      accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
      ...(member ? { authorization: `Bearer ${member.session?.access}` } : {}),
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
}
