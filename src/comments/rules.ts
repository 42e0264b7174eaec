import type { Role } from '../context.ts';
import { normalizeName } from '../profiles/rules.ts';

/** D27 */
export const BODY_MAX = 1000;
/** Replies that come with each root of a list, so that a page needs no request per root. */
export const FIRST_REPLIES = 3;
/** D28: people a comment can mention. */
export const MENTIONS_MAX = 10;
/** D28: from here on anybody may be notified; below, only people of the thread or followed ones. */
export const MENTION_LEVEL = 3;
/** Who counts as being in a thread is looked for among its latest replies. */
export const THREAD_REPLIES = 200;

export const KEYWORD_MAX = 50;
/** The index knows pairs of characters. A single one is searched for among so many comments at a time. */
const INDEXED_MIN = 2;
export const SCAN_MAX = 5_000;

/** D39: how long a name can be. */
const NAME_MIN = 2;
const NAME_MAX = 20;
/** A41: a comment of nothing but @ signs must not cost a thousand look-ups. */
const SPOTS_MAX = 20;
/** UTF-16 units of the longest character: a name is counted in characters, a text is cut in units. */
const UNITS_PER_CHARACTER = 2;

/** The text as it is kept, or undefined where nothing can be read in it or it is too long. */
export function readBody(text: string): string | undefined {
  const body = text.trim();
  const visible = /[^\s\p{Cf}]/u.test(body);
  return visible && [...body].length <= BODY_MAX ? body : undefined;
}

/** Long enough for the index once it is folded, which may make one character of two. */
export function isIndexedKeyword(q: string): boolean {
  return [...q.normalize('NFKC')].length >= INDEXED_MIN;
}

/** D27: who wrote it, whose post it is under, or staff. */
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

/** A place in a text where somebody is named; `label` is how the text says it. */
export type Naming = { start: number; label: string; uid: number };

/** Every name the text may be saying, folded: Chinese has no space to say where a name ends. */
export function namesIn(body: string): string[] {
  return [...new Set(spotsIn(body).flatMap((spot) => spot.names.map(normalizeName)))];
}

/** D28: at each @ the longest name that somebody has. */
export function findNamings(body: string, uids: Map<string, number>): Naming[] {
  return spotsIn(body).flatMap(({ start, names }) => {
    for (const name of names) {
      const uid = uids.get(normalizeName(name));
      if (uid !== undefined) return [{ start, label: `@${name}`, uid }];
    }
    return [];
  });
}

/** The text after each @ as far as a name could go, every length of it, longest first. */
function spotsIn(body: string): { start: number; names: string[] }[] {
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

/** How somebody is named who has no name, or no longer has one. */
export function labelOf(user: { uid: number; username: string | null }): string {
  return `@${user.username ?? `用户${user.uid}`}`;
}

/** D15: the text without the name of somebody who is purged, in whatever spelling it says it. */
export function withoutName(
  body: string,
  mentions: { uid: number; label: string }[],
  uid: number,
): string {
  const uids = new Map(mentions.map((one) => [normalizeName(one.label.slice(1)), one.uid]));
  const standIn = labelOf({ uid, username: null });
  let rest = body;
  // From the end, so that the places before stay where they are.
  for (const { start, label } of findNamings(body, uids)
    .filter((one) => one.uid === uid)
    .reverse()) {
    rest = rest.slice(0, start) + standIn + rest.slice(start + label.length);
  }
  // The stand-in may be longer than the name was, and the limit holds for the text that is kept.
  return [...rest].slice(0, BODY_MAX).join('');
}

/** A stretch of a text, and who it names where it names somebody. */
export type TextPart = { text: string; uid: number | null };

/** D28: the text with the people it mentions, found by the words it used for them when it was written. */
export function splitMentions(
  body: string,
  mentions: readonly { uid: number; label: string }[],
): TextPart[] {
  const uids = new Map(mentions.map((one) => [normalizeName(one.label.slice(1)), one.uid]));
  const parts: TextPart[] = [];
  let end = 0;
  for (const { start, label, uid } of findNamings(body, uids)) {
    if (start > end) parts.push({ text: body.slice(end, start), uid: null });
    parts.push({ text: label, uid });
    end = start + label.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end), uid: null });
  return parts;
}
