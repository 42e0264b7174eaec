import type { Element } from 'hast';

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];
const IMAGE_SCHEMES: readonly string[] = ['http:', 'https:'];
const ALT_MAX = 300;
const PIXELS_MAX = 10_000;
const SPAN_MAX = 20;

export type SanitizeOptions = { isOwnImage(src: string): boolean };

/**
 * The rules of D26 about values, for an element whose name and attribute names are already allowed:
 * whether it stays, loses its tag, or goes with all it holds.
 */
export function judgeElement(
  element: Element,
  options: SanitizeOptions,
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
    default:
      // What is left of a class of which no token was allowed.
      if (Array.isArray(properties['className']) && properties['className'].length === 0) {
        delete properties['className'];
      }
      return 'keep';
  }
}

/** The address is stored as the browser's own parser reads it, so tabs, case and padding hide nothing. */
function cleanLink(properties: Element['properties']): boolean {
  const url = URL.parse(String(properties['href'] ?? ''));
  if (!url || !LINK_SCHEMES.includes(url.protocol)) return false;
  properties['href'] = url.href;
  return true;
}

function cleanImage(properties: Element['properties'], { isOwnImage }: SanitizeOptions): boolean {
  const src = String(properties['src'] ?? '');
  // Asked besides isOwnImage, so that no mistake there lets `data:` in.
  const url = URL.parse(src, 'https://own.invalid');
  if (!url || !IMAGE_SCHEMES.includes(url.protocol) || !isOwnImage(src)) return false;
  properties['alt'] = [...String(properties['alt'] ?? '')].slice(0, ALT_MAX).join('');
  keepInteger(properties, 'width', PIXELS_MAX);
  keepInteger(properties, 'height', PIXELS_MAX);
  return true;
}

function keepInteger(properties: Element['properties'], name: string, max: number): void {
  const value = properties[name];
  const isKept = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
  if (!isKept) delete properties[name];
}
