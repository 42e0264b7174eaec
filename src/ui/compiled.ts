import { isValidElement } from 'preact';
import { jsxEscape } from 'preact/jsx-runtime';

/** What a compiled template calls while it is drawn (`scripts/templates`); of each value it says what the renderer would. */

export function child(value: unknown): unknown {
  if (typeof value === 'string') return jsxEscape(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  // Elements and lists of them are the renderer's. Any other object would be written as it calls itself, unescaped.
  return Array.isArray(value) || isValidElement(value) ? value : null;
}

/** `name` begins with the space before it. */
export function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined || value === false || typeof value === 'function')
    return '';
  return value === true || value === '' ? name : `${name}="${jsxEscape(`${value}`)}"`;
}

/** Of the attributes in which `false` is a word like any other: `aria-expanded`, `data-open`, `spellcheck`. */
export function wordAttribute(name: string, value: unknown): string {
  return attribute(name, typeof value === 'boolean' ? `${value}` : value);
}

export function html(value: string | null | undefined): string {
  return value ?? '';
}
