import { expect, test } from 'vitest';
import { checkHistory } from './checker/check-history.ts';
import { judgeOutcome } from './classify.ts';
import type { Effects } from './effects.ts';
import type { Attempt, Draft, Kind, Operation, Reported } from './history.ts';

const NOTHING: Effects = {
  energized: [],
  moves: [],
  reactions: [],
  follows: [],
  favorites: [],
  check_ins: [],
  comments: [],
  posts: [],
  revisions: [],
  renames: [],
  status_changes: [],
  sessions: [],
  notifications: [],
  exports: [],
  while_banned: [],
};

type Planted = Partial<Operation> & { reported?: Reported };

let clock = 0;

/** Operations follow each other unless times are given. */
function did(kind: Kind, planted: Planted = {}): Operation {
  const invoked = ++clock;
  const draft: Draft = { kind, method: 'POST', path: '/' };
  return {
    ...draft,
    id: `op${invoked}`,
    uid: 1,
    invoked,
    ended: ++clock,
    outcome: 'ok',
    attempts: [],
    reported: {},
    ...planted,
  };
}

const wrongs = (operations: Operation[], effects: Partial<Effects>) =>
  checkHistory(operations, { ...NOTHING, ...effects }).map(({ wrong }) => wrong);

const gift = (used: number, planted: Planted = {}) =>
  did('energize', { target: 7, amount: 1, reported: { used, balance: 10 - used }, ...planted });
const given = (id: number, used: number) => ({
  energized: { id, post_id: 7, uid: 1, amount: 1 },
  moves: [
    { cause: `energize:${id}`, account_id: 1, delta: -1, balance_after: 10 - used },
    { cause: `energize:${id}`, account_id: 2, delta: 1, balance_after: used },
  ],
});
const gifts = (...list: ReturnType<typeof given>[]) => ({
  energized: list.map((one) => one.energized),
  moves: list.flatMap((one) => one.moves),
});
const comment = (one: Operation, planted: Partial<Effects['comments'][number]> = {}) => ({
  ...{ id: 5, mark: one.id, author_uid: 1, post_id: 7, deleted: false },
  ...planted,
});
const reacted = (kind: string) => [{ uid: 1, post_id: 7, kind }];

test('a history that matches the stored rows has no findings', () => {
  const posted = did('comment', { target: 7, reported: { id: 5 } });
  const liked = did('like', { target: 7, desired: true, reported: { state: 'like' } });
  const effects = {
    ...gifts(given(1, 1), given(2, 2)),
    comments: [comment(posted)],
    reactions: reacted('like'),
  };
  expect(wrongs([gift(1), gift(2), posted, liked], effects)).toEqual([]);
});

test('an acknowledged gift that is not stored is lost', () => {
  expect(wrongs([gift(1), gift(2)], gifts(given(1, 1)))).toEqual(['lost']);
});

test('a gift that was made twice is found, also if the second came later', () => {
  expect(wrongs([gift(1)], gifts(given(1, 1), given(2, 2)))).toEqual(['doubled']);
});

test('a gift that was refused and stored is found', () => {
  const refused = gift(1, { outcome: 'refused', reported: {} });
  expect(wrongs([refused], gifts(given(1, 1)))).toEqual(['refused']);
});

test('a gift that stayed open may be stored once, and not twice', () => {
  const open = gift(1, { outcome: 'unknown', reported: {} });
  expect(wrongs([open], gifts())).toEqual([]);
  expect(wrongs([open], gifts(given(1, 1)))).toEqual([]);
  expect(wrongs([open], gifts(given(1, 1), given(2, 2)))).toEqual(['stray']);
});

test('two gifts that reported the same total cannot both be stored', () => {
  expect(wrongs([gift(1), gift(1)], gifts(given(1, 1), given(2, 2)))).toEqual(['lost', 'doubled']);
});

test('a gift whose ledger lacks a side, or has another balance than the response, is found', () => {
  const [one, other] = [given(1, 1), given(1, 1)];
  expect(wrongs([gift(1)], { ...gifts(one), moves: other.moves.slice(1) })).toEqual(['lost']);
  expect(wrongs([gift(1, { reported: { used: 1, balance: 3 } })], gifts(one))).toEqual([
    'misreported',
  ]);
});

test('a comment is found by its mark: once where it was acknowledged, never where it was refused', () => {
  const posted = did('comment', { target: 7, reported: { id: 5 } });
  const refused = did('comment', { target: 7, outcome: 'refused' });
  expect(wrongs([posted], {})).toEqual(['lost']);
  expect(wrongs([posted], { comments: [comment(posted), comment(posted, { id: 6 })] })).toEqual([
    'doubled',
  ]);
  expect(wrongs([refused], { comments: [comment(refused)] })).toEqual(['refused']);
  expect(wrongs([], { comments: [comment(did('comment'))] })).toEqual(['stray']);
});

test('a saved version is found by its mark, once', () => {
  const saved = did('save', { target: 7 });
  expect(wrongs([saved], { revisions: [{ mark: saved.id }] })).toEqual([]);
  expect(wrongs([saved], {})).toEqual(['lost']);
});

test('a comment without a notification is found', () => {
  const posted = did('comment', { target: 7, reported: { id: 5 } });
  const posts = [{ id: 7, mark: 'of somebody else', author_uid: 2, deleted: false }];
  const notifications = [{ uid: 2, kind: 'comment', cause: 'comment:5' }];
  expect(wrongs([posted], { comments: [comment(posted)], posts })).toEqual(['lost']);
  expect(wrongs([posted], { comments: [comment(posted)], posts, notifications })).toEqual([]);
});

test('a deleted post was paid for once', () => {
  const erased = did('erase', { target: 9 });
  const posts = [{ id: 9, mark: 'gone', author_uid: 1, deleted: true }];
  const price = { cause: 'delete_post:9', account_id: 1, delta: -2, balance_after: 0 };
  expect(wrongs([erased], { posts, moves: [price] })).toEqual([]);
  expect(wrongs([erased], { posts })).toEqual(['lost']);
  expect(wrongs([erased], { posts, moves: [price, price] })).toEqual(['doubled']);
});

const toggle = (kind: Kind, state: string, planted: Planted = {}) =>
  did(kind, { target: 7, reported: { state }, ...planted });

test('a toggle that was acknowledged last is what is stored', () => {
  const on = toggle('like', 'like', { desired: true });
  const off = toggle('like', 'none', { desired: false });
  expect(wrongs([on, off], { reactions: reacted('none') })).toEqual([]);
  expect(wrongs([on, off], { reactions: reacted('like') })).toHaveLength(1);
  expect(wrongs([on], {})).toEqual(['lost']);
});

test('a bare toggle that took effect twice flips back, and is found', () => {
  expect(wrongs([toggle('like', 'like')], { reactions: reacted('none') })).toHaveLength(1);
  expect(wrongs([toggle('like', 'like')], { reactions: reacted('like') })).toEqual([]);
});

test('a toggle that was refused has changed nothing', () => {
  const refused = toggle('dislike', '', { outcome: 'refused', desired: true, reported: {} });
  expect(wrongs([refused], { reactions: reacted('dislike') })).toHaveLength(1);
});

test('an open toggle may take effect any time after it was sent, or never', () => {
  const open = toggle('like', '', { outcome: 'unknown', desired: true, reported: {} });
  const later = toggle('like', 'none', { desired: false });
  for (const kind of ['like', 'none'])
    expect(wrongs([open, later], { reactions: reacted(kind) })).toEqual([]);
  const before = toggle('like', 'none', { desired: false, invoked: 0, ended: 0.5 });
  expect(wrongs([before, open], { reactions: reacted('dislike') })).toHaveLength(1);
});

test('a look that shows an older state than an earlier response is found', () => {
  const sessions = [{ id: 's1', uid: 1, generation: 1, ended: false }];
  const on = toggle('like', 'like', { desired: true });
  const look = toggle('look', 'none', { session_id: 's1' });
  const stored = { reactions: reacted('like'), sessions };
  expect(wrongs([on, look], stored)).toHaveLength(1);
  expect(wrongs([on, { ...look, reported: { state: 'like' } }], stored)).toEqual([]);
  const ended = { ...stored, sessions: sessions.map((one) => ({ ...one, ended: true })) };
  expect(wrongs([on, look], ended)).toEqual([]);
});

test('concurrent toggles may take effect in either order', () => {
  const one = toggle('like', 'like', { desired: true, invoked: 900, ended: 910 });
  const other = toggle('dislike', 'dislike', { desired: true, invoked: 901, ended: 911 });
  for (const kind of ['like', 'dislike'])
    expect(wrongs([one, other], { reactions: reacted(kind) })).toEqual([]);
});

test('no write of a banned member, and none on a deleted post, succeeds afterwards', () => {
  const ban = did('ban', { uid: 99, target: 1 });
  const later = gift(1);
  const staff = { status_changes: [{ mark: ban.id, action: 'user.ban', uid: 1 }] };
  const reported = { notifications: [{ uid: 1, kind: 'account_banned', cause: 'x' }] };
  expect(wrongs([ban, later], { ...gifts(given(1, 1)), ...staff, ...reported })).toEqual(['order']);
  const erased = did('erase', { uid: 2, target: 7 });
  const posts = [{ id: 7, mark: 'gone', author_uid: 2, deleted: true }];
  const price = { cause: 'delete_post:7', account_id: 2, delta: -2, balance_after: 0 };
  const stored = gifts(given(1, 1));
  const moves = [...stored.moves, price];
  expect(wrongs([erased, gift(1)], { ...stored, moves, posts })).toEqual(['order']);
});

test('a log-in opens one session, a log-out ends it, and every generation has its refresh', () => {
  const session = { id: 's2', uid: 1, generation: 1, ended: false };
  const first = { ...session, id: 's1' };
  const entered = did('login', { reported: { session_id: 's2' } });
  expect(wrongs([entered], { sessions: [first, session] })).toEqual([]);
  expect(wrongs([entered], { sessions: [first] })).toEqual(['lost']);
  const third = { ...session, id: 's3' };
  expect(wrongs([entered], { sessions: [first, session, third] })).toEqual(['doubled']);
  const left = did('logout', { session_id: 's1' });
  expect(wrongs([left], { sessions: [first] })).toEqual(['lost']);
  const renewed = did('refresh', {
    session_id: 's1',
    reported: { session_id: 's1', generation: 2 },
  });
  expect(wrongs([renewed], { sessions: [{ ...first, generation: 2 }] })).toEqual([]);
  expect(wrongs([renewed], { sessions: [{ ...first, generation: 3 }] })).toEqual(['doubled']);
  expect(wrongs([renewed], { sessions: [first] })).toEqual(['lost']);
});

test('a member is rewarded once for one day', () => {
  const awarded = () => did('checkin', { reported: { awarded: true } });
  const entry = { cause: 'checkin:1:2026-11-15', account_id: 1, delta: 1, balance_after: 1 };
  const check_ins = [{ uid: 1, day: '2026-11-15' }];
  expect(wrongs([awarded()], { check_ins, moves: [entry] })).toEqual([]);
  expect(wrongs([awarded(), awarded()], { check_ins, moves: [entry] })).toEqual(['doubled']);
  expect(wrongs([awarded()], { check_ins, moves: [entry, entry] })).toEqual(['doubled']);
  expect(wrongs([awarded()], {})).toEqual(['lost', 'doubled']);
});

const attempt = (status: number, code = '', tries = 1): Attempt => ({
  ...{ at: 0, ended: 1, replayed: false },
  ...{ status, code, tries },
});

test.each([
  ['a response', [attempt(200)], 'ok'],
  ['a refusal', [attempt(422, 'energize_cap')], 'refused'],
  ['no response', [attempt(0)], 'unknown'],
  ['a 503 that may have come after the commit', [attempt(503, 'unavailable')], 'unknown'],
  ['shed at once', [attempt(503, 'overloaded')], 'refused'],
  ['shed by the second process', [attempt(503, 'overloaded', 2)], 'unknown'],
  ['the same still running', [attempt(409, 'request_in_progress')], 'unknown'],
  ['no response and then one', [attempt(0), attempt(200)], 'ok'],
  [
    'no response and then a refusal, which an earlier attempt may overtake',
    [attempt(0), attempt(422, 'energize_cap')],
    'unknown',
  ],
  [
    'no response and then a rejection before the key',
    [attempt(0), attempt(401, 'unauthenticated')],
    'unknown',
  ],
] as const)('%s is judged', (_name, attempts, outcome) => {
  expect(judgeOutcome([...attempts])).toBe(outcome);
});

test('at rest a refusal is final, and a rejection before the key is not', () => {
  expect(judgeOutcome([attempt(0), attempt(422, 'energize_cap')], true)).toBe('refused');
  expect(judgeOutcome([attempt(0), attempt(403, 'banned')], true)).toBe('unknown');
});
