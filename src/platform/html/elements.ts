import type { Element } from 'hast';
import { isFootnote, textOf } from './footnotes.ts';
import { FOOTNOTE_MAX } from './limits.ts';
import { isTaskList } from './task-lists.ts';

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];
const IMAGE_SCHEMES: readonly string[] = ['http:', 'https:'];
const ALT_MAX = 300;
const PIXELS_MAX = 10_000;
const SPAN_MAX = 20;

/** Their text is a title, a program or the name of a link; a link to a note is none of these. */
const NO_NOTES: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'code', 'pre', 'a']);

export type SanitizeOptions = { isOwnImage(src: string): boolean };

/**
 * Checks the attribute values of an element whose name and attribute names are allowed (D26): keep it, unwrap it (drop
 * its tag), or drop it with its content.
 */
export function checkElement(
  element: Element,
  options: SanitizeOptions,
  ancestors: readonly Element[] = [],
): 'keep' | 'unwrap' | 'drop' {
  const { properties, tagName } = element;
  switch (tagName) {
    case 'a':
      return cleanLink(properties) ? 'keep' : 'unwrap';
    case 'img':
      return cleanImage(properties, options) ? 'keep' : 'drop';
    case 'td':
    case 'th':
      keepInteger(properties, 'colSpan', SPAN_MAX);
      keepInteger(properties, 'rowSpan', SPAN_MAX);
      return 'keep';
    case 'span':
      return cleanFootnote(element, ancestors);
    case 'li':
      if (isTaskList(ancestors.at(-1))) properties['dataChecked'] ??= 'false';
      else delete properties['dataChecked'];
      return 'keep';
    default:
      // An empty list remains if no token of the class was allowed.
      if (Array.isArray(properties['className']) && properties['className'].length === 0) {
        delete properties['className'];
      }
      return 'keep';
  }
}

/** Plain text in one line. Anywhere else than in running text it loses its tag. */
function cleanFootnote(
  element: Element,
  ancestors: readonly Element[],
): 'keep' | 'unwrap' | 'drop' {
  const isAllowed = !ancestors.some((one) => NO_NOTES.has(one.tagName) || isFootnote(one));
  if (!isFootnote(element) || !isAllowed) return 'unwrap';
  const note = [...textOf(element).replace(/\s+/g, ' ').trim()].slice(0, FOOTNOTE_MAX).join('');
  element.children = [{ type: 'text', value: note.trimEnd() }];
  return note === '' ? 'drop' : 'keep';
}

/** Stores the address as the URL parser reads it, so that tabs, case and padding cannot hide a scheme. */
function cleanLink(properties: Element['properties']): boolean {
  const url = URL.parse(String(properties['href'] ?? ''));
  if (!url || !LINK_SCHEMES.includes(url.protocol)) return false;
  properties['href'] = url.href;
  return true;
}

function cleanImage(properties: Element['properties'], { isOwnImage }: SanitizeOptions): boolean {
  const src = String(properties['src'] ?? '');
  // Checked in addition to isOwnImage, so that a bug there cannot allow `data:`.
  const url = URL.parse(src, 'https://own.invalid');
  if (!url || !IMAGE_SCHEMES.includes(url.protocol) || !isOwnImage(src)) return false;
  properties['alt'] = [...String(properties['alt'] ?? '')].slice(0, ALT_MAX).join('');
  keepInteger(properties, 'width', PIXELS_MAX);
  keepInteger(properties, 'height', PIXELS_MAX);
  return true;
}

function keepInteger(properties: Element['properties'], name: string, max: number): void {
  const value = properties[name];
  const isValid =
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
  if (!isValid) delete properties[name];
}
