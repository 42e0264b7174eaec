import { expect, test } from 'vitest';
import { checkHistory } from './checker/check-history.ts';
import { judgeOutcome } from './classify.ts';
import type { Effects } from './effects.ts';
import type { Attempt, Draft, Kind, Operation, Told } from './history.ts';

const NOTHING: Effects = {
  energized: [],
  moves: [],
  reactions: [],
  follows: [],
  favorites: [],
  check_ins: [],
  comments: [],
  posts: [],
  renames: [],
  status_changes: [],
  sessions: [],
  notices: [],
  exports: [],
  while_banned: [],
};

type Planted = Partial<Operation> & { told?: Told };

let moment = 0;

/** One after the other unless it says otherwise. */
function did(kind: Kind, planted: Planted = {}): Operation {
  const invoked = ++moment;
  const draft: Draft = { kind, method: 'POST', path: '/' };
  return {
    ...draft,
    id: `op${invoked}`,
    uid: 1,
    invoked,
    ended: ++moment,
    outcome: 'ok',
    attempts: [],
    told: {},
    ...planted,
  };
}

const wrongs = (operations: Operation[], effects: Partial<Effects>) =>
  checkHistory(operations, { ...NOTHING, ...effects }).map(({ wrong }) => wrong);

const gift = (used: number, planted: Planted = {}) =>
  did('energize', { target: 7, amount: 1, told: { used, balance: 10 - used }, ...planted });
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

test('a history in which everything is as it was told has nothing wrong in it', () => {
  const said = did('comment', { target: 7, told: { id: 5 } });
  const liked = did('like', { target: 7, wanted: true, told: { state: 'like' } });
  const effects = {
    ...gifts(given(1, 1), given(2, 2)),
    comments: [comment(said)],
    reactions: reacted('like'),
  };
  expect(wrongs([gift(1), gift(2), said, liked], effects)).toEqual([]);
});

test('an acknowledged gift that is not stored is lost', () => {
  expect(wrongs([gift(1), gift(2)], gifts(given(1, 1)))).toEqual(['lost']);
});

test('a gift that was made twice is found, also where the second is of another time', () => {
  expect(wrongs([gift(1)], gifts(given(1, 1), given(2, 2)))).toEqual(['doubled']);
});

test('a gift that was refused and stored is found', () => {
  const refused = gift(1, { outcome: 'refused', told: {} });
  expect(wrongs([refused], gifts(given(1, 1)))).toEqual(['refused']);
});

test('a gift that stayed open may be stored once, and not twice', () => {
  const open = gift(1, { outcome: 'unknown', told: {} });
  expect(wrongs([open], gifts())).toEqual([]);
  expect(wrongs([open], gifts(given(1, 1)))).toEqual([]);
  expect(wrongs([open], gifts(given(1, 1), given(2, 2)))).toEqual(['stray']);
});

test('two gifts that were told the same place cannot both be stored', () => {
  expect(wrongs([gift(1), gift(1)], gifts(given(1, 1), given(2, 2)))).toEqual(['lost', 'doubled']);
});

test('a gift whose ledger lacks a side, or says another balance than the answer, is found', () => {
  const [one, other] = [given(1, 1), given(1, 1)];
  expect(wrongs([gift(1)], { ...gifts(one), moves: other.moves.slice(1) })).toEqual(['lost']);
  expect(wrongs([gift(1, { told: { used: 1, balance: 3 } })], gifts(one))).toEqual(['untold']);
});

test('a comment is found by its mark: once where it was acknowledged, never where it was refused', () => {
  const said = did('comment', { target: 7, told: { id: 5 } });
  const refused = did('comment', { target: 7, outcome: 'refused' });
  expect(wrongs([said], {})).toEqual(['lost']);
  expect(wrongs([said], { comments: [comment(said), comment(said, { id: 6 })] })).toEqual([
    'doubled',
  ]);
  expect(wrongs([refused], { comments: [comment(refused)] })).toEqual(['refused']);
  expect(wrongs([], { comments: [comment(did('comment'))] })).toEqual(['stray']);
});

test('a comment that nobody was told of has lost its notice', () => {
  const said = did('comment', { target: 7, told: { id: 5 } });
  const posts = [{ id: 7, mark: 'of somebody else', author_uid: 2, deleted: false }];
  const notices = [{ uid: 2, kind: 'comment', cause: 'comment:5' }];
  expect(wrongs([said], { comments: [comment(said)], posts })).toEqual(['lost']);
  expect(wrongs([said], { comments: [comment(said)], posts, notices })).toEqual([]);
});

test('a deleted post was paid for once', () => {
  const erased = did('erase', { target: 9 });
  const posts = [{ id: 9, mark: 'gone', author_uid: 1, deleted: true }];
  const price = { cause: 'delete_post:9', account_id: 1, delta: -2, balance_after: 0 };
  expect(wrongs([erased], { posts, moves: [price] })).toEqual([]);
  expect(wrongs([erased], { posts })).toEqual(['lost']);
  expect(wrongs([erased], { posts, moves: [price, price] })).toEqual(['doubled']);
});

const press = (kind: Kind, state: string, planted: Planted = {}) =>
  did(kind, { target: 7, told: { state }, ...planted });

test('a press that was acknowledged last is what is stored', () => {
  const on = press('like', 'like', { wanted: true });
  const off = press('like', 'none', { wanted: false });
  expect(wrongs([on, off], { reactions: reacted('none') })).toEqual([]);
  expect(wrongs([on, off], { reactions: reacted('like') })).toHaveLength(1);
  expect(wrongs([on], {})).toEqual(['lost']);
});

test('a bare press that took effect twice flips back, and is found', () => {
  expect(wrongs([press('like', 'like')], { reactions: reacted('none') })).toHaveLength(1);
  expect(wrongs([press('like', 'like')], { reactions: reacted('like') })).toEqual([]);
});

test('a press that was refused has changed nothing', () => {
  const refused = press('dislike', '', { outcome: 'refused', wanted: true, told: {} });
  expect(wrongs([refused], { reactions: reacted('dislike') })).toHaveLength(1);
});

test('a press that stayed open may come any time after it was sent, or never', () => {
  const open = press('like', '', { outcome: 'unknown', wanted: true, told: {} });
  const later = press('like', 'none', { wanted: false });
  for (const kind of ['like', 'none'])
    expect(wrongs([open, later], { reactions: reacted(kind) })).toEqual([]);
  const before = press('like', 'none', { wanted: false, invoked: 0, ended: 0.5 });
  expect(wrongs([before, open], { reactions: reacted('dislike') })).toHaveLength(1);
});

test('a look that shows an older state than one that was answered before it is found', () => {
  const sessions = [{ id: 's1', uid: 1, generation: 1, ended: false }];
  const on = press('like', 'like', { wanted: true });
  const look = press('look', 'none', { session_id: 's1' });
  const stored = { reactions: reacted('like'), sessions };
  expect(wrongs([on, look], stored)).toHaveLength(1);
  expect(wrongs([on, { ...look, told: { state: 'like' } }], stored)).toEqual([]);
  const ended = { ...stored, sessions: sessions.map((one) => ({ ...one, ended: true })) };
  expect(wrongs([on, look], ended)).toEqual([]);
});

test('presses at once may take effect in either order', () => {
  const one = press('like', 'like', { wanted: true, invoked: 900, ended: 910 });
  const other = press('dislike', 'dislike', { wanted: true, invoked: 901, ended: 911 });
  for (const kind of ['like', 'dislike'])
    expect(wrongs([one, other], { reactions: reacted(kind) })).toEqual([]);
});

test('nobody who was banned, and nothing on a deleted post, goes through afterwards', () => {
  const ban = did('ban', { uid: 99, target: 1 });
  const later = gift(1);
  const staff = { status_changes: [{ mark: ban.id, action: 'user.ban', uid: 1 }] };
  const told = { notices: [{ uid: 1, kind: 'account_banned', cause: 'x' }] };
  expect(wrongs([ban, later], { ...gifts(given(1, 1)), ...staff, ...told })).toEqual(['order']);
  const erased = did('erase', { uid: 2, target: 7 });
  const posts = [{ id: 7, mark: 'gone', author_uid: 2, deleted: true }];
  const price = { cause: 'delete_post:7', account_id: 2, delta: -2, balance_after: 0 };
  const stored = gifts(given(1, 1));
  const moves = [...stored.moves, price];
  expect(wrongs([erased, gift(1)], { ...stored, moves, posts })).toEqual(['order']);
});

test('a log-in opens one session, a goodbye ends it, and every step of its tokens was asked for', () => {
  const session = { id: 's2', uid: 1, generation: 1, ended: false };
  const first = { ...session, id: 's1' };
  const entered = did('login', { told: { session_id: 's2' } });
  expect(wrongs([entered], { sessions: [first, session] })).toEqual([]);
  expect(wrongs([entered], { sessions: [first] })).toEqual(['lost']);
  const third = { ...session, id: 's3' };
  expect(wrongs([entered], { sessions: [first, session, third] })).toEqual(['doubled']);
  const left = did('logout', { session_id: 's1' });
  expect(wrongs([left], { sessions: [first] })).toEqual(['lost']);
  const renewed = did('refresh', { session_id: 's1', told: { session_id: 's1', generation: 2 } });
  expect(wrongs([renewed], { sessions: [{ ...first, generation: 2 }] })).toEqual([]);
  expect(wrongs([renewed], { sessions: [{ ...first, generation: 3 }] })).toEqual(['doubled']);
  expect(wrongs([renewed], { sessions: [first] })).toEqual(['lost']);
});

test('a member is rewarded once for one day', () => {
  const awarded = () => did('checkin', { told: { awarded: true } });
  const entry = { cause: 'checkin:1:2026-11-15', account_id: 1, delta: 1, balance_after: 1 };
  const check_ins = [{ uid: 1, day: '2026-11-15' }];
  expect(wrongs([awarded()], { check_ins, moves: [entry] })).toEqual([]);
  expect(wrongs([awarded(), awarded()], { check_ins, moves: [entry] })).toEqual(['doubled']);
  expect(wrongs([awarded()], { check_ins, moves: [entry, entry] })).toEqual(['doubled']);
  expect(wrongs([awarded()], {})).toEqual(['lost', 'doubled']);
});

const answered = (status: number, code = '', tries = 1): Attempt => ({
  ...{ at: 0, ended: 1, replayed: false },
  ...{ status, code, tries },
});

test.each([
  ['an answer', [answered(200)], 'ok'],
  ['a refusal', [answered(422, 'energize_cap')], 'refused'],
  ['no answer', [answered(0)], 'unknown'],
  ['a 503 that may have come after the commit', [answered(503, 'unavailable')], 'unknown'],
  ['being turned away at once', [answered(503, 'overloaded')], 'refused'],
  ['being turned away by the second process', [answered(503, 'overloaded', 2)], 'unknown'],
  ['the same still running', [answered(409, 'request_in_progress')], 'unknown'],
  ['no answer and then one', [answered(0), answered(200)], 'ok'],
  [
    'no answer and then a refusal, which an earlier sending may overtake',
    [answered(0), answered(422, 'energize_cap')],
    'unknown',
  ],
  ['no answer and then a closed door', [answered(0), answered(401, 'unauthenticated')], 'unknown'],
] as const)('%s is judged', (_name, attempts, outcome) => {
  expect(judgeOutcome([...attempts])).toBe(outcome);
});

test('once everything has come to rest a refusal is the last word, and a closed door is none', () => {
  expect(judgeOutcome([answered(0), answered(422, 'energize_cap')], true)).toBe('refused');
  expect(judgeOutcome([answered(0), answered(403, 'banned')], true)).toBe('unknown');
});
