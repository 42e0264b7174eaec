import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Calls the renderer itself, so that its rules about names and quotes are not repeated here. */

export function escapeText(text: string): string {
  return renderToString(h(Fragment, null, text));
}

type Tags = { open: string; close: string };

/** The HTML before and after the content of an element; attributes go between `open` and `close`. */
export function tagsOf(tag: string): Tags {
  const rendered = renderToString(h(tag, null));
  const end = rendered.indexOf(rendered.endsWith('/>') ? '/>' : '>');
  return { open: rendered.slice(0, end), close: rendered.slice(end) };
}

/** With a leading space. */
export function renderAttribute(tag: string, name: string, value: unknown): string {
  const { open, close } = tagsOf(tag);
  return renderToString(h(tag, { [name]: value })).slice(open.length, -close.length);
}

/** The HTML name, and whether `false` is rendered as a word. Undefined if the renderer treats the value specially. */
export function htmlAttributeOf(
  tag: string,
  name: string,
): { name: string; isWord: boolean } | undefined {
  const [, htmlName] = /^( [^\s"=]+)="x"$/.exec(renderAttribute(tag, name, 'x')) ?? [];
  if (!htmlName || renderAttribute(tag, name, {}) !== `${htmlName}="${{}}"`) return undefined;
  return { name: htmlName, isWord: renderAttribute(tag, name, false) !== '' };
}
