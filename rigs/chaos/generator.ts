import type { Community, Member, Post } from './community.ts';
import type { Draft } from './history.ts';

type Random = () => number;

/** Out of a hundred operations. */
const MIX: [Draft['kind'] | 'session', number][] = [
  ['energize', 35],
  ['like', 12],
  ['dislike', 6],
  ['follow', 5],
  ['favorite', 5],
  ['checkin', 8],
  ['comment', 5],
  ['uncomment', 1],
  ['write', 2],
  ['save', 3],
  ['erase', 1],
  ['rename', 2],
  ['session', 4],
  ['look', 4],
  ['read', 7],
];

const DECK = MIX.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
/** The newest posts get extra traffic: they may be deleted at any time. */
const NEWEST = 20;

/** The next operation of a member. Staff operations are generated elsewhere. */
export function nextDraft(community: Community, member: Member, random: Random): Draft {
  const kind = pick(DECK, random);
  const post = pickPost(community, random);
  const { id } = post;
  switch (kind) {
    case 'energize':
      return draftEnergize(post, random);
    case 'like':
      return draftToggle('like', `/api/posts/${id}/like`, id, 'liked', random);
    case 'dislike':
      return draftToggle('dislike', `/api/posts/${id}/dislike`, id, 'disliked', random);
    case 'favorite':
      return draftToggle('favorite', `/api/posts/${id}/favorite`, id, 'favorited', random);
    case 'follow': {
      const { uid } = pick(
        random() < 0.5 ? community.members.slice(0, 5) : community.members,
        random,
      );
      return draftToggle('follow', `/api/users/${uid}/follow`, uid, 'following', random);
    }
    case 'checkin':
      return { kind, method: 'POST', path: '/api/level/checkin', body: {} };
    case 'comment':
      return { kind, method: 'POST', path: `/api/posts/${id}/comments`, target: id };
    case 'uncomment':
      return (
        draftRemoval('uncomment', '/api/comments/', member.comments, random) ??
        draftEnergize(post, random)
      );
    case 'write':
      return { kind, method: 'POST', path: '/api/studio/posts' };
    case 'save':
      return draftSave(community, member, random);
    case 'erase':
      return (
        draftRemoval('erase', '/api/studio/posts/', member.posts, random) ??
        draftEnergize(post, random)
      );
    case 'rename':
      return { kind, method: 'PUT', path: '/api/settings/profile' };
    case 'session':
      return random() < 0.75 ? draftRefresh(member) : draftLogout();
    case 'look':
      return { kind, method: 'GET', path: `/api/posts/${id}/reaction`, target: id };
    default:
      return draftRead(id, random);
  }
}

/** Half of the traffic goes to a few hot posts. */
function pickPost({ hot, posts }: Community, random: Random): Post {
  const chance = random();
  if (chance < 0.5) return pick(hot, random);
  return pick(chance < 0.65 ? posts.slice(-NEWEST) : posts, random);
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

export function draftEnergize({ id }: Post, random: Random): Draft {
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

/** Usually sets a state; sometimes toggles without one, where only the idempotency key prevents a double flip. */
function draftToggle(
  kind: 'like' | 'dislike' | 'favorite' | 'follow',
  path: string,
  target: number,
  field: string,
  random: Random,
): Draft {
  const draft = { kind, method: 'POST' as const, path, target };
  if (random() < 0.25) return { ...draft, body: {} };
  const desired = random() < 0.6;
  return { ...draft, body: { [field]: desired }, desired };
}

/** A new version of an own post; a member without one writes the first. */
function draftSave({ posts }: Community, { uid }: Member, random: Random): Draft {
  const own = posts.filter(({ author_uid, of_run }) => author_uid === uid && !of_run);
  if (own.length === 0) return { kind: 'write', method: 'POST', path: '/api/studio/posts' };
  const { id, saved = 0 } = pick(own, random);
  const body = { version: 1 + saved };
  return { kind: 'save', method: 'PUT', path: `/api/studio/posts/${id}`, body, target: id };
}

/** Removes the target from the set, so that each thing has one deleter. */
function draftRemoval(
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

export function draftRefresh({ session }: Member): Draft {
  const body = { refresh_token: session?.refresh ?? 'none', transport: 'bearer' };
  return { kind: 'refresh', method: 'POST', path: '/api/auth/refresh', body };
}

export function draftLogout(): Draft {
  return { kind: 'logout', method: 'POST', path: '/api/auth/logout', body: {} };
}

export function draftLogin({ email, password }: Member): Draft {
  const body = { email, password, transport: 'bearer' };
  return { kind: 'login', method: 'POST', path: '/api/auth/login', body };
}

export function draftStatusChange(kind: 'ban' | 'unban', { uid }: Member): Draft {
  return { kind, method: 'PUT', path: `/api/admin/users/${uid}/status`, target: uid };
}

function draftRead(postId: number, random: Random): Draft {
  const path = pick(
    ['/api/posts', `/api/posts/${postId}`, '/api/messages/unread', '/api/energy/info', '/'],
    random,
  );
  return { kind: 'read', method: 'GET', path };
}
