import { type ComponentType, h, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { memoize } from '../platform/cache/memoize.ts';

/** About a thousand cards of a list. */
const CHARACTERS = 4_000_000;

/**
 * A component that is drawn once for the same properties, whoever they are shown to; so they must be plain data and
 * say everything that is seen. For what nearly every page repeats, and on the server only.
 */
export function drawnOnce<P extends object>(of: ComponentType<P>): (props: P) => VNode {
  const draw = memoize((json: string) => inOnePiece(renderToString(h(of, JSON.parse(json) as P))), {
    maxCharacters: CHARACTERS,
    sizeOf: (html) => html.length,
  });
  return (props) => jsxTemplate([draw(JSON.stringify(props))]);
}

/** The engine holds a text that was added up as its hundred parts, and would go through them again for every page. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
