import type { Post } from '../chaos/community.ts';
import { pick } from '../chaos/generator.ts';
import type { Call } from './http-client.ts';

type Random = () => number;

/** The members and posts of the traffic. */
export type Crowd = {
  readonly members: Caller[];
  readonly hot: Post[];
  readonly posts: Post[];
};
type Caller = { readonly uid: number; readonly session: { access: string } | undefined };

/** Out of a hundred requests: four in five read, half of those without a log-in. */
const MIX: [kind: keyof typeof MAKERS, share: number][] = [
  ['front page', 12],
  ['front page of a member', 8],
  ['list', 16],
  ['post page', 12],
  ['post page of a member', 10],
  ['comments', 12],
  ['space', 10],
  ['like', 7],
  ['favorite', 4],
  ['follow', 3],
  ['comment', 3],
  ['energize', 3],
];
const DECK = MIX.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
/** Half of the traffic goes to a few hot posts. */
const HOT = 0.5;

type RequestDraft = Omit<Call, 'kind' | 'part'>;
type Maker = (crowd: Crowd, random: Random) => RequestDraft;

const MAKERS = {
  'front page': () => ({ method: 'GET', path: '/' }),
  'front page of a member': (all, random) => ({ method: 'GET', path: '/', ...by(all, random) }),
  list: (all, random) => ({
    method: 'GET',
    path: '/api/posts',
    ...(random() < 0.5 ? by(all, random) : {}),
  }),
  'post page': (all, random) => ({ method: 'GET', path: `/posts/${postOf(all, random).id}` }),
  'post page of a member': (all, random) => ({
    method: 'GET',
    path: `/posts/${postOf(all, random).id}`,
    ...by(all, random),
  }),
  comments: (all, random) => ({
    method: 'GET',
    path: `/api/posts/${postOf(all, random).id}/comments`,
  }),
  space: (all, random) => ({ method: 'GET', path: `/space/${pick(all.members, random).uid}` }),
  like: (all, random) => ({
    method: 'POST',
    path: `/api/posts/${postOf(all, random).id}/like`,
    body: { liked: random() < 0.6 },
    ...by(all, random),
  }),
  favorite: (all, random) => ({
    method: 'POST',
    path: `/api/posts/${postOf(all, random).id}/favorite`,
    body: { favorited: random() < 0.6 },
    ...by(all, random),
  }),
  follow: (all, random) => {
    const member = pick(all.members, random);
    const other = pickOf(all.members, random, (one) => one !== member);
    return {
      method: 'POST',
      path: `/api/users/${other.uid}/follow`,
      body: { following: random() < 0.6 },
      ...as(member),
    };
  },
  comment: (all, random) => ({
    method: 'POST',
    path: `/api/posts/${postOf(all, random).id}/comments`,
    body: { body: '灯火可亲，夜话未央。' },
    ...by(all, random),
  }),
  energize: (all, random) => {
    const post = postOf(all, random);
    const canGive = (one: Caller, index: number) =>
      isRich(one, index) && one.uid !== post.author_uid;
    return energizeRequest(post.id, pickOf(all.members, random, canGive));
  },
} satisfies Record<string, Maker>;

/** The next request of the mixed traffic. */
export function mixed(crowd: Crowd, random: Random): () => Call {
  const make: Record<string, Maker> = MAKERS;
  return () => {
    const kind = pick(DECK, random);
    const request = (make[kind] as Maker)(crowd, random);
    return { kind, part: request.method === 'GET' ? 'read' : 'write', ...request };
  };
}

export function energizeRequest(post_id: number, member: Caller): RequestDraft {
  return {
    method: 'POST',
    path: '/api/energy/energize',
    body: { post_id, form: 'light' },
    ...as(member),
  };
}

/** One in ten members has little energy, see `settleCommunity`. */
export function isRich(_member: Caller, index: number): boolean {
  return index % 10 !== 9;
}

export function as(member: Caller): { token: string | undefined } {
  return { token: member.session?.access };
}

function by({ members }: Crowd, random: Random) {
  return as(pick(members, random));
}

/** Tries at random: nearly every member qualifies. */
function pickOf(
  members: Caller[],
  random: Random,
  willDo: (one: Caller, index: number) => boolean,
): Caller {
  for (;;) {
    const index = Math.floor(random() * members.length);
    const one = members[index];
    if (one && willDo(one, index)) return one;
  }
}

function postOf({ hot, posts }: Crowd, random: Random) {
  return pick(random() < HOT ? hot : posts, random);
}
