/**
 * The rules of the specification a second time, as plain objects without a database: the expected responses for any order of
 * operations. Written from the clauses, not from the code.
 */
import type { RefusalCode } from '../../src/refusals.ts';

export type Status = 'draft' | 'pending' | 'approved' | 'rejected' | 'locked';
export type Reaction = 'none' | 'like' | 'dislike';
export type Form = 'light' | 'heavy';
type Entry = { amount: number; reason: string };

/** D39: a change that waits for review; null fields stay. */
type Change = {
  id: number;
  username: string | null;
  signature: string | null;
  escrow: number;
};

export type Folder = { id: number; is_default: boolean; posts: Set<number> };

export type Member = {
  index: number;
  uid: number;
  banned: boolean;
  /** D68: the day on which the ban ends by itself; null for good. */
  ban_ends_on: string | null;
  exp: number;
  exp_entries: Entry[];
  balance: number;
  ledger: Entry[];
  checked_in_on: string;
  energize_exp: { day: string; exp: number };
  tasks: Set<'username' | 'signature'>;
  username: string | null;
  signature: string;
  change: Change | null;
  follows: Set<Member>;
  folders: Folder[];
  /** The posts in any of their folders, with the day of the first save. */
  saved: Map<number, string>;
};

export type Comment = { id: number; author: Member; root: Comment | null; deleted: boolean };

export type Post = {
  id: number;
  author: Member;
  status: Status;
  locked_from: Status | null;
  deleted: boolean;
  /** D59: by whom decides whether the author can restore it; they can once. */
  deleted_by_author: boolean;
  restored: boolean;
  /** The title of every version, the first at 0. */
  titles: string[];
  live_version: number;
  pending_version: number | null;
  /** D51: staff cannot act on a draft that was never submitted. */
  submitted: boolean;
  reactions: Map<Member, { kind: Exclude<Reaction, 'none'>; day: string }>;
  comments: Comment[];
  /** Days with comments, including deleted ones (D46). */
  commented_on: string[];
  energy: { from: Member; amount: number; day: string }[];
};

export type Model = {
  run: number;
  day: string;
  audit: boolean;
  members: Member[];
  posts: Post[];
};

const LEVEL_EXP = [0, 1, 200, 500, 1500, 4500, 10_800];
export const COST: Record<Form, number> = { light: 1, heavy: 2 };
export const ENERGIZE_CAP = 20;
const ENERGIZE_EXP_MAX = 50;
export const RENAME_COST = 6;

/** D34 */
export function levelOf(exp: number): number {
  return LEVEL_EXP.filter((start) => exp >= start).length - 1;
}

export function newMember(index: number, uid: number, exp: number, energy: number): Member {
  return {
    index,
    uid,
    banned: false,
    ban_ends_on: null,
    exp,
    exp_entries: exp > 0 ? [{ amount: exp, reason: 'opening' }] : [],
    balance: energy,
    ledger: energy > 0 ? [{ amount: energy, reason: 'adjust' }] : [],
    checked_in_on: '',
    energize_exp: { day: '', exp: 0 },
    tasks: new Set(),
    username: null,
    signature: '',
    change: null,
    follows: new Set(),
    folders: [],
    saved: new Map(),
  };
}

export function newPost(id: number, author: Member, status: Status, title: string): Post {
  return {
    id,
    author,
    status,
    locked_from: null,
    deleted: false,
    deleted_by_author: false,
    restored: false,
    titles: [title],
    live_version: 1,
    pending_version: null,
    submitted: status !== 'draft',
    reactions: new Map(),
    comments: [],
    commented_on: [],
    energy: [],
  };
}

function gainExp(member: Member, amount: number, reason: string): void {
  member.exp += amount;
  member.exp_entries.push({ amount, reason });
}

/** D38: every change of a balance is an entry. */
export function moveEnergy(member: Member, amount: number, reason: string): void {
  member.balance += amount;
  member.ledger.push({ amount, reason });
}

/** SPEC §8: once a day +5 exp and +1 energy. Returns whether this was the first. */
export function checkIn(model: Model, member: Member): boolean {
  if (member.checked_in_on === model.day) return false;
  member.checked_in_on = model.day;
  gainExp(member, 5, 'checkin');
  moveEnergy(member, 1, 'checkin');
  return true;
}

/** SPEC §5.3: any request of a member checks them in; D35: not at Lv0, §3: not if banned. */
export function arrive(model: Model, member: Member): void {
  if (!member.banned && levelOf(member.exp) >= 1) checkIn(model, member);
}

/** D40: once, and never for an empty value. */
export function completeTask(member: Member, task: 'username' | 'signature', value: string): void {
  if (value === '' || member.tasks.has(task)) return;
  member.tasks.add(task);
  gainExp(member, 10, 'task');
}

/** D37: 10 exp per energy, up to what is left of the day's 50. */
export function gainEnergizeExp(model: Model, member: Member, energy: number): number {
  const today = energizeExpToday(model, member);
  const gained = Math.min(10 * energy, ENERGIZE_EXP_MAX - today);
  if (gained === 0) return 0;
  member.energize_exp = { day: model.day, exp: today + gained };
  gainExp(member, gained, 'energize');
  return gained;
}

export function energizeExpToday(model: Model, member: Member): number {
  return member.energize_exp.day === model.day ? member.energize_exp.exp : 0;
}

/** SPEC §3: only approved posts are public; their author sees the other states. */
export function canSee(member: Member | null, post: Post): boolean {
  return !post.deleted && (post.status === 'approved' || post.author === member);
}

/** D25: of hidden content nothing but 404 may be revealed. */
export function unlessHidden(hidden: boolean, stops: RefusalCode[]): RefusalCode[] {
  return hidden ? ['not_found'] : stops;
}

/** D30: rules that forbid adding anything to a post. */
export function stopsOn(post: Post, member: Member): RefusalCode[] {
  return unlessHidden(!canSee(member, post), post.status === 'approved' ? [] : ['wrong_state']);
}

/** Only the author can edit a post. */
export function isOwnPost(post: Post, member: Member): boolean {
  return !post.deleted && post.author === member;
}

/** The title that readers see. */
export function shownTitle(post: Post): string | undefined {
  return post.titles[post.live_version - 1];
}

/** D29: toggling the current reaction clears it, the other one replaces it; D8: a desired state is set. */
export function toggle(current: Reaction, button: 'like' | 'dislike', desired?: boolean): Reaction {
  const on = desired ?? current !== button;
  if (on) return button;
  return current === button ? 'none' : current;
}

export function reactionOf(post: Post, member: Member): Reaction {
  return post.reactions.get(member)?.kind ?? 'none';
}

export function countReactions(post: Post): { like_count: number; dislike_count: number } {
  const kinds = [...post.reactions.values()].map((one) => one.kind);
  return {
    like_count: kinds.filter((kind) => kind === 'like').length,
    dislike_count: kinds.filter((kind) => kind === 'dislike').length,
  };
}

export function visibleComments(post: Post): Comment[] {
  return post.comments.filter(isVisible);
}

/** D27: a deleted root takes its replies with it. */
export function isVisible(comment: Comment): boolean {
  return !comment.deleted && !comment.root?.deleted;
}

export function repliesTo(post: Post, root: Comment): Comment[] {
  return visibleComments(post).filter((one) => one.root === root);
}

/** D33: once per member, in any number of folders. */
export function countFavorites(model: Model, post: Post): number {
  return model.members.filter((one) => one.saved.has(post.id)).length;
}

export function foldersWith(member: Member, post: Post): Folder[] {
  return member.folders.filter((folder) => folder.posts.has(post.id));
}

export function save(model: Model, member: Member, folder: Folder, post: Post): void {
  folder.posts.add(post.id);
  if (!member.saved.has(post.id)) member.saved.set(post.id, model.day);
}

/** Removes it from one folder; with the last folder it leaves the favorites. */
export function removeFromFolder(member: Member, folder: Folder, postId: number): void {
  folder.posts.delete(postId);
  if (!member.folders.some((one) => one.posts.has(postId))) member.saved.delete(postId);
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

export function energyOf(post: Post, from?: Member): number {
  const value = post.energy.filter((one) => from === undefined || one.from === from);
  return sum(value.map((one) => one.amount));
}
