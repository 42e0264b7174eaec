/** A tag with its attributes; `>` may be part of a quoted value. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const STYLE_ATTRIBUTE = /"[^"]*"|'[^']*'|(\s)(style|on[a-z]+)(?=\s*=)/gi;

/**
 * Parses pasted HTML. Styles carry structure (bold text, list levels of Word), but each style and each event handler in a
 * parsed document is a violation of the Content-Security-Policy, so they become `data-` attributes before parsing.
 */
export function parsePasted(html: string): HTMLElement {
  const safe = html
    .replace(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replace(TAG, (tag) => renameStyle(tag));
  return new DOMParser().parseFromString(safe, 'text/html').body;
}

/** Only outside quoted values. */
function renameStyle(tag: string): string {
  return tag.replace(STYLE_ATTRIBUTE, (part, space?: string, name?: string) =>
    space === undefined ? part : `${space}data-${name}`,
  );
}

/** The value of a property of the element's own style, in lower case; empty without one. */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('data-style') ?? '';
  if (!style.includes(property)) return '';
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .replace('!important', '')
        .trim()
        .toLowerCase();
  }
  return '';
}

const POINTS_PER_PIXEL = 0.75;

/** The font size of the element's own style in pixels, or null. */
export function fontSizeOf(element: Element): number | null {
  const match = /^([\d.]+)(px|pt|em|rem)$/.exec(styleOf(element, 'font-size'));
  if (!match) return null;
  const size = Number(match[1]);
  if (match[2] === 'px') return size;
  return match[2] === 'pt' ? size / POINTS_PER_PIXEL : size * 16;
}

export function rename(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag);
  for (const { name, value } of [...element.attributes]) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Creates an element without parsing. */
export function create(
  like: Node,
  tag: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = (like.ownerDocument ?? document).createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
