import type { Community, Member, Post } from './community.ts';
import type { Draft } from './history.ts';

type Random = () => number;

/** Out of a hundred operations. */
const MIX: [Draft['kind'] | 'session', number][] = [
  ['energize', 38],
  ['like', 12],
  ['dislike', 6],
  ['follow', 5],
  ['favorite', 5],
  ['checkin', 8],
  ['comment', 5],
  ['uncomment', 1],
  ['write', 2],
  ['erase', 1],
  ['rename', 2],
  ['session', 4],
  ['look', 4],
  ['read', 7],
];

const DECK = MIX.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
/** How many of the newest posts are picked from, besides all: those that may be deleted any moment. */
const NEWEST = 20;

/** The next thing a member does. Staff's doings are made elsewhere, since they are about others. */
export function nextDraft(community: Community, member: Member, random: Random): Draft {
  const kind = pick(DECK, random);
  const post = pickPost(community, random);
  const { id } = post;
  switch (kind) {
    case 'energize':
      return energizing(post, random);
    case 'like':
      return pressing('like', `/api/posts/${id}/like`, id, 'liked', random);
    case 'dislike':
      return pressing('dislike', `/api/posts/${id}/dislike`, id, 'disliked', random);
    case 'favorite':
      return pressing('favorite', `/api/posts/${id}/favorite`, id, 'favorited', random);
    case 'follow': {
      const { uid } = pick(
        random() < 0.5 ? community.members.slice(0, 5) : community.members,
        random,
      );
      return pressing('follow', `/api/users/${uid}/follow`, uid, 'following', random);
    }
    case 'checkin':
      return { kind, method: 'POST', path: '/api/level/checkin', body: {} };
    case 'comment':
      return { kind, method: 'POST', path: `/api/posts/${id}/comments`, target: id };
    case 'uncomment':
      return (
        removing('uncomment', '/api/comments/', member.comments, random) ?? energizing(post, random)
      );
    case 'write':
      return { kind, method: 'POST', path: '/api/studio/posts' };
    case 'erase':
      return (
        removing('erase', '/api/studio/posts/', member.posts, random) ?? energizing(post, random)
      );
    case 'rename':
      return { kind, method: 'PUT', path: '/api/settings/profile' };
    case 'session':
      return random() < 0.75 ? refreshing(member) : leaving();
    case 'look':
      return { kind, method: 'GET', path: `/api/posts/${id}/reaction`, target: id };
    default:
      return reading(id, random);
  }
}

/** Half of everything happens to the few posts that everybody looks at. */
function pickPost({ hot, posts }: Community, random: Random): Post {
  const chance = random();
  if (chance < 0.5) return pick(hot, random);
  return pick(chance < 0.65 ? posts.slice(-NEWEST) : posts, random);
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

export function energizing({ id }: Post, random: Random): Draft {
  const amount = random() < 0.5 ? 1 : 2;
  const body = { post_id: id, form: amount === 1 ? 'light' : 'heavy' };
  return {
    kind: 'energize',
    method: 'POST',
    path: '/api/energy/energize',
    body,
    target: id,
    amount,
  };
}

/** Mostly the wanted state; now and then a bare press, which only its key keeps from flipping back. */
function pressing(
  kind: 'like' | 'dislike' | 'favorite' | 'follow',
  path: string,
  target: number,
  field: string,
  random: Random,
): Draft {
  const draft = { kind, method: 'POST' as const, path, target };
  if (random() < 0.25) return { ...draft, body: {} };
  const wanted = random() < 0.6;
  return { ...draft, body: { [field]: wanted }, wanted };
}

/** What is deleted is chosen once: whoever deletes it is known. */
function removing(
  kind: 'uncomment' | 'erase',
  path: string,
  own: Set<number>,
  random: Random,
): Draft | undefined {
  if (own.size === 0) return undefined;
  const target = pick([...own], random);
  own.delete(target);
  return { kind, method: 'DELETE', path: `${path}${target}`, target };
}

export function refreshing({ session }: Member): Draft {
  const body = { refresh_token: session?.refresh ?? 'none', transport: 'bearer' };
  return { kind: 'refresh', method: 'POST', path: '/api/auth/refresh', body };
}

export function leaving(): Draft {
  return { kind: 'logout', method: 'POST', path: '/api/auth/logout', body: {} };
}

export function entering({ email, password }: Member): Draft {
  const body = { email, password, transport: 'bearer' };
  return { kind: 'login', method: 'POST', path: '/api/auth/login', body };
}

export function changingStatus(kind: 'ban' | 'unban', { uid }: Member): Draft {
  return { kind, method: 'PUT', path: `/api/admin/users/${uid}/status`, target: uid };
}

function reading(postId: number, random: Random): Draft {
  const path = pick(
    ['/api/posts', `/api/posts/${postId}`, '/api/messages/unread', '/api/energy/info', '/'],
    random,
  );
  return { kind: 'read', method: 'GET', path };
}
