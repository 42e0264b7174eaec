import { BASELINE_STATEMENT, BASELINE_TRANSACTION } from '../../../test/support/baseline-likes.ts';
import { HOT_POST } from '../../query-plans/fill.ts';
import type { Call } from '../generator.ts';
import { type Range, uidsOf } from '../people.ts';
import type { Script } from '../pgbench.ts';
import { endless, overHttp, overPgbench } from '../runners.ts';
import { headersOf, openSessions } from '../sessions.ts';
import type { Site } from '../site.ts';
import { drawOf, type Operation, pickOf } from './operation.ts';

const TOGGLES = 20_000;
const PLAIN_CLIENTS = 32;

/** Each call toggles a like. */
export const LIKES: Operation[] = [
  {
    id: 'like',
    title: 'like toggles, random posts',
    baseline: `pgbench running the plain statement, ${PLAIN_CLIENTS} clients`,
    goal: 1,
    limit:
      'PostgreSQL, which shares its core with the generator, while the process waits. A toggle does more than the plain statement: it checks under a lock whether the member may still react, finds the post public, maintains two more indexes (posts a member liked, members who liked a post) and counts per day as well as per post. Fewer of these, or a core for PostgreSQL alone.',
    prepare(site) {
      const posts = { first: 1, count: site.public_posts };
      const script = plainly(BASELINE_STATEMENT, posts, site.people.crowd);
      return {
        ours: overHttp(site, site.web, () => toggles(site, posts)),
        baseline: overPgbench(site, PLAIN_CLIENTS, endless(script)),
      };
    },
  },
  {
    id: 'like-hot',
    title: 'like toggles, one hot post',
    baseline: `pgbench running the plain transaction on one post, ${PLAIN_CLIENTS} clients`,
    goal: 5,
    limit:
      'The process: each toggle is a request of its own, with headers to parse, a session to check and a response to write; only the statement is shared.',
    prepare(site) {
      const post = { first: HOT_POST, count: 1 };
      return {
        ours: overHttp(site, site.web, () => toggles(site, post)),
        baseline: overPgbench(site, PLAIN_CLIENTS, endless(transaction(post, site.people.crowd))),
      };
    },
  },
];

async function toggles({ people, service }: Site, posts: Range) {
  const members = await openSessions(service.ctx, uidsOf(people.crowd), 'bearer');
  const what = Array.from({ length: TOGGLES }, (): Call => {
    const member = members[pickOf({ first: 0, count: members.length })] as (typeof members)[number];
    return {
      method: 'POST',
      path: `/api/posts/${pickOf(posts)}/like`,
      headers: headersOf(member, 'bearer'),
      body: {},
    };
  });
  return { what, calls: Number.POSITIVE_INFINITY };
}

function plainly(statement: string, posts: Range, members: Range): Script {
  const text = `\\set post ${drawOf(posts)}\n\\set uid ${drawOf(members)}\n${named(statement)};\n`;
  return { text, variables: {} };
}

/** No two clients use the same member: if both find no like, the second insert would fail. */
function transaction(post: Range, { first, count }: Range): Script {
  const { begin, isLiked, unlike, like, decrement, increment, commit } = BASELINE_TRANSACTION;
  const rounds = Math.floor(count / PLAIN_CLIENTS);
  const text = [
    `\\set post ${drawOf(post)}`,
    `\\set uid ${first} + :client_id + :clients * random(0, ${rounds - 1})`,
    `${begin};`,
    `${named(isLiked)} \\gset`,
    '\\if :liked',
    `${named(unlike)};`,
    `${named(decrement)};`,
    '\\else',
    `${named(like)};`,
    `${named(increment)};`,
    '\\endif',
    `${commit};\n`,
  ].join('\n');
  return { text, variables: {} };
}

function named(statement: string): string {
  return statement.replaceAll('$1', ':post').replaceAll('$2', ':uid');
}
