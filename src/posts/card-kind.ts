import { linesOf } from '../platform/html/summary.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { readingMinutesOfBody } from './word-count.ts';

/** How a list shows a post. */
export const SHOWN_KINDS = ['cover', 'note', 'plain'] as const;
type ShownKind = (typeof SHOWN_KINDS)[number];

export type Picture = { key: string; width: number; height: number };
/** What a card needs to know of a text itself. */
export type TextMeasures = { minutes: number; note: string | null };

/** A text with fewer characters is a note: its card shows it whole. */
const NOTE_CHARACTERS = 200;
/** In pixels: the least width of a picture on a card, and of the one across the whole list. */
const COVER_WIDTH = 600;
const LEAD_WIDTH = 960;
/** Width by height: a longer strip or a taller column loses too much when it is cropped. */
const COVER_RATIO = { min: 1 / 2, max: 2.4 };

/** A body of these elements loses nothing as plain text; a formula, which is code with a class, does. */
const PLAIN_BODY = /^(?:[^<]|<code>|<\/code>|<\/?(?:p|br|strong|em|s|u|a)\b[^<>]*>)*$/;
/** No note is longer, tags included: links may have long addresses. */
const NOTE_HTML_MAX = 4_000;

/** The first picture that suits a card. */
export function chooseCover(pictures: Picture[]): Picture | undefined {
  return pictures.find(({ width, height }) => {
    const ratio = width / height;
    return width >= COVER_WIDTH && ratio >= COVER_RATIO.min && ratio <= COVER_RATIO.max;
  });
}

export function isWideEnoughToLead(width: number | null): boolean {
  return width !== null && width >= LEAD_WIDTH;
}

/** Takes milliseconds for a long body. */
export function measureText(html: TrustedHtml): TextMeasures {
  return { minutes: readingMinutesOfBody(html), note: noteOf(html) };
}

/** The whole text of a sanitized body if it is a note: a line per paragraph. */
export function noteOf(html: TrustedHtml): string | null {
  if (html.length > NOTE_HTML_MAX || !PLAIN_BODY.test(html)) return null;
  const note = linesOf(html).join('\n');
  return note !== '' && [...note].length < NOTE_CHARACTERS ? note : null;
}

export function cardKind(card: { picture: unknown; note: string | null }): ShownKind {
  if (card.picture) return 'cover';
  return card.note === null ? 'plain' : 'note';
}
