import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** How the renderer writes things, found out by asking it: its rules about names and quotes are nowhere repeated. */

export function textOf(text: string): string {
  return renderToString(h(Fragment, null, text));
}

type Tags = { open: string; close: string };

/** What stands before and after the content of an element, up to where further attributes would go. */
export function tagsOf(tag: string): Tags {
  const drawn = renderToString(h(tag, null));
  const end = drawn.indexOf(drawn.endsWith('/>') ? '/>' : '>');
  return { open: drawn.slice(0, end), close: drawn.slice(end) };
}

/** With the space before it. */
export function attributeOf(tag: string, name: string, value: unknown): string {
  const { open, close } = tagsOf(tag);
  return renderToString(h(tag, { [name]: value })).slice(open.length, -close.length);
}

/** The name it has in a page, and whether `false` is a word in it. Undefined if a value is more than its letters. */
export function namedIn(tag: string, name: string): { name: string; isWord: boolean } | undefined {
  const [, said] = /^( [^\s"=]+)="x"$/.exec(attributeOf(tag, name, 'x')) ?? [];
  if (!said || attributeOf(tag, name, {}) !== `${said}="${{}}"`) return undefined;
  return { name: said, isWord: attributeOf(tag, name, false) !== '' };
}
