import { isValidElement } from 'preact';
import { jsxEscape } from 'preact/jsx-runtime';

/** The functions that compiled templates call (`scripts/templates`). Each escapes a value as preact-render-to-string does. */

export function child(value: unknown): unknown {
  if (typeof value === 'string') return jsxEscape(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  // The renderer takes elements and arrays. It would print any other object unescaped, with its `toString`.
  return Array.isArray(value) || isValidElement(value) ? value : null;
}

/** `name` includes the space before it. */
export function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined || value === false || typeof value === 'function')
    return '';
  return value === true || value === '' ? name : `${name}="${jsxEscape(`${value}`)}"`;
}

/** For attributes in which `false` is a value and not absence: `aria-expanded`, `data-open`, `spellcheck`. */
export function wordAttribute(name: string, value: unknown): string {
  return attribute(name, typeof value === 'boolean' ? `${value}` : value);
}

export function html(value: string | null | undefined): string {
  return value ?? '';
}
