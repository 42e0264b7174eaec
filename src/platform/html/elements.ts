import type { Element } from 'hast';

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];
const IMAGE_SCHEMES: readonly string[] = ['http:', 'https:'];
const ALT_MAX = 300;
const PIXELS_MAX = 10_000;
const SPAN_MAX = 20;

export type SanitizeOptions = { isOwnImage(src: string): boolean };

/**
 * Checks the attribute values of an element whose name and attribute names are allowed (D26): keep it, unwrap it (drop
 * its tag), or drop it with its content.
 */
export function checkElement(
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
      // An empty list remains if no token of the class was allowed.
      if (Array.isArray(properties['className']) && properties['className'].length === 0) {
        delete properties['className'];
      }
      return 'keep';
  }
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
