import { type ComponentType, h, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { memoize } from '../platform/cache/memoize.ts';
import { shownZone } from '../platform/shown-zone.ts';

/** Room for about a thousand cards of a list. */
const CHARACTERS = 4_000_000;

/**
 * A component whose HTML is memoized by its props and the time zone of the site, for all readers; so the props must be plain data and determine
 * everything that it shows. For parts that nearly every page repeats. Server only.
 */
export function memoizedHtml<P extends object>(
  component: ComponentType<P>,
  maxCharacters = CHARACTERS,
): (props: P) => VNode {
  const render = memoize(
    (key: string) =>
      flatten(renderToString(h(component, JSON.parse(key.slice(key.indexOf(' '))) as P))),
    {
      maxCharacters,
      sizeOf: (html) => html.length,
    },
  );
  return (props) => jsxTemplate([render(`${shownZone()} ${JSON.stringify(props)}`)]);
}

/** V8 keeps a concatenated string as a tree of its parts and would traverse it for every page; a copy is flat. */
export function flatten(text: string): string {
  return Buffer.from(text).toString();
}
