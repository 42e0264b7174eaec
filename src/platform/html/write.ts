import { type TrustedHtml, trust } from './trusted.ts';

/**
 * Writes HTML as strings, for pages with thousands of small elements, where JSX takes too long. Only text and
 * attribute values come from outside, and both are escaped; names of tags and attributes are literals of the caller.
 */
export function writeText(text: string): TrustedHtml {
  return trust(escapeText(text));
}

type Tag = 'li' | 'div' | 'p' | 'span' | 'ins' | 'del' | 'details' | 'summary';
type Attributes = { class?: string; lang?: string | undefined; 'aria-hidden'?: 'true' };

export function writeElement(
  tag: Tag,
  attributes: Attributes,
  ...content: TrustedHtml[]
): TrustedHtml {
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) html += ` ${name}="${escapeText(value)}"`;
  return trust(`${html}>${content.join('')}</${tag}>`);
}

export function joinHtml(content: TrustedHtml[]): TrustedHtml {
  return trust(content.join(''));
}

const SPECIAL = /[&<>"]/;
const REFERENCES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escapeText(text: string): string {
  return SPECIAL.test(text)
    ? text.replace(/[&<>"]/g, (found) => REFERENCES[found as keyof typeof REFERENCES])
    : text;
}
