import type { Role } from '../context.ts';
import { normalizeName } from '../profiles/rules.ts';

/** The orders of a post's root comments. Among equally hot ones, the oldest is first. */
export const COMMENT_ORDERS = ['hottest', 'oldest', 'newest'] as const;
export type CommentOrder = (typeof COMMENT_ORDERS)[number];

/** A page of a post begins with the hottest: without likes and replies that is the oldest, as a conversation is read. */
export const PAGE_ORDER: CommentOrder = 'hottest';
/** How many likes a reply counts as; the index comment_hottest has the same number. */
export const REPLY_WEIGHT = 2;
/** Hotter than any comment: counters are 32-bit integers. */
export const MAX_RANK = 2 ** 31 - 1;
/** How long the author can change the text. */
export const EDIT_MINUTES = 15;
/** Replaced texts are deleted after this, and before a mentioned member can be purged (D15). */
export const REVISION_DAYS = 30;

/** Why a comment is held: reports of several members (D66), or an automatic rule. */
export const HOLD_CAUSES = ['reports', 'rule'] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/** D27 */
export const BODY_MAX = 1000;
/** Replies included with each root of a list, so a page needs no request per root. */
export const FIRST_REPLIES = 3;
/** D28: people a comment can mention. */
export const MENTIONS_MAX = 10;
/** D28: from this level on, mentions notify anyone; below, only people of the thread or followed ones. */
export const MENTION_LEVEL = 3;
/** People of a thread are the authors of this many latest replies. */
export const THREAD_REPLIES = 200;

export const KEYWORD_MAX = 50;
/** The index contains pairs of characters. */
const INDEXED_MIN = 2;
/** A search for a single character scans this many comments per page. */
export const SCAN_MAX = 5_000;

const NAME_MIN = 2;
const NAME_MAX = 20;
/** A41: a comment of nothing but @ signs must not cost a thousand lookups. */
const SPOTS_MAX = 20;
/** UTF-16 code units of the longest character: names are counted in characters, `slice` counts code units. */
const UNITS_PER_CHARACTER = 2;

/** A comment's path in the API, under /api, and of its forms: with the id of its post, as `writeRoutedId` has it. */
export function pathOf({ post_id, id }: { post_id: number; id: number }): string {
  return `/comments/${post_id}-${id}`;
}

/** The text as it is stored, or undefined if it is too long or has no visible character. */
export function readBody(text: string): string | undefined {
  const body = text.trim();
  const visible = /[^\s\p{Cf}]/u.test(body);
  return visible && [...body].length <= BODY_MAX ? body : undefined;
}

/** Whether the normalized keyword is long enough for the index; normalizing may change the length. */
export function isIndexedKeyword(q: string): boolean {
  return [...q.normalize('NFKC')].length >= INDEXED_MIN;
}

/** D27: the author of the comment, the author of the post, and staff. */
export function mayDelete(
  viewer: { uid: number; role: Role },
  comment: { author_uid: number; post_author_uid: number },
): boolean {
  return (
    viewer.role !== 'member' ||
    viewer.uid === comment.author_uid ||
    viewer.uid === comment.post_author_uid
  );
}

/** The author may change a comment for some minutes, the last moment included. */
export function isEditable(created_at: Date, now: Date): boolean {
  return now.getTime() - created_at.getTime() <= EDIT_MINUTES * 60_000;
}

/** An @name in a text; `label` is the name as written. */
export type MentionMatch = { start: number; label: string; uid: number };

/** Every possible name after an @, normalized. Chinese has no space after a name, so each length is possible. */
export function listPossibleNames(body: string): string[] {
  return [...new Set(findCandidates(body).flatMap((spot) => spot.names.map(normalizeName)))];
}

/** D28: at each @ the longest name that exists. */
export function findMentions(body: string, uids: Map<string, number>): MentionMatch[] {
  return findCandidates(body).flatMap(({ start, names }) => {
    for (const name of names) {
      const uid = uids.get(normalizeName(name));
      if (uid !== undefined) return [{ start, label: `@${name}`, uid }];
    }
    return [];
  });
}

/** For each @ every possible name after it, longest first. */
function findCandidates(body: string): { start: number; names: string[] }[] {
  const spots: { start: number; names: string[] }[] = [];
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    if (spots.length === SPOTS_MAX) break;
    const near = body.slice(at + 1, at + 1 + NAME_MAX * UNITS_PER_CHARACTER);
    const letters = [...(near.split(/[\s@]/, 1)[0] ?? '')].slice(0, NAME_MAX);
    const names: string[] = [];
    for (let length = letters.length; length >= NAME_MIN; length--) {
      names.push(letters.slice(0, length).join(''));
    }
    spots.push({ start: at, names });
  }
  return spots;
}

/** The default name is for users who have no username, or no longer have one. */
export function labelOf(user: { uid: number; username: string | null }): string {
  return `@${user.username ?? `用户${user.uid}`}`;
}

/** D15: replaces every spelling of a purged user's name by the default name. */
export function replaceName(
  body: string,
  mentions: { uid: number; label: string }[],
  uid: number,
): string {
  const uids = new Map(mentions.map((one) => [normalizeName(one.label.slice(1)), one.uid]));
  const defaultName = labelOf({ uid, username: null });
  let rest = body;
  // From the end, so that earlier positions stay valid.
  for (const { start, label } of findMentions(body, uids)
    .filter((one) => one.uid === uid)
    .reverse()) {
    rest = rest.slice(0, start) + defaultName + rest.slice(start + label.length);
  }
  // The default name may be longer than the name, and the stored text must keep to the limit.
  return [...rest].slice(0, BODY_MAX).join('');
}

/** A part of a text; `uid` is set if it is a mention. */
export type TextPart = { text: string; uid: number | null };

/** D28: finds the mentions by their stored labels, since a user's name may have changed. */
export function splitMentions(
  body: string,
  mentions: readonly { uid: number; label: string }[],
): TextPart[] {
  const uids = new Map(mentions.map((one) => [normalizeName(one.label.slice(1)), one.uid]));
  const parts: TextPart[] = [];
  let end = 0;
  for (const { start, label, uid } of findMentions(body, uids)) {
    if (start > end) parts.push({ text: body.slice(end, start), uid: null });
    parts.push({ text: label, uid });
    end = start + label.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end), uid: null });
  return parts;
}
