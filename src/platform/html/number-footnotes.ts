import { createHash } from 'node:crypto';
import type { Element, ElementContent, Nodes, Root } from 'hast';
import { findAddresses } from './addresses.ts';
import { isFootnote, textOf } from './footnotes.ts';

/**
 * Moves the notes of a body to its end, and numbers and links both sides. False if there are none. The ids are derived
 * from the body: a feed reader or a comparison shows several texts on one page.
 */
export function numberFootnotes(tree: Root, body: string): boolean {
  const prefix = `note-${createHash('sha256').update(body).digest('hex').slice(0, 8)}`;
  const notes: Element[] = [];
  visit(tree);
  if (notes.length === 0) return false;
  const list = element('ol', {}, notes);
  tree.children.push(
    element('section', { className: ['footnotes'], role: 'doc-endnotes' }, [list]),
  );
  return true;

  function visit(node: Nodes): void {
    if (!('children' in node)) return;
    for (const [at, child] of node.children.entries()) {
      if (!isFootnote(child)) {
        visit(child);
        continue;
      }
      const number = notes.length + 1;
      notes.push(noteOf(textOf(child), `${prefix}-${number}`));
      node.children[at] = referenceOf(`${prefix}-${number}`, number);
    }
  }
}

function referenceOf(id: string, number: number): Element {
  const link = { href: `#${id}`, id: `${id}-ref`, role: 'doc-noteref' };
  return element('sup', { className: ['footnote-ref'] }, [
    element('a', link, [text(String(number))]),
  ]);
}

function noteOf(note: string, id: string): Element {
  const back = { href: `#${id}-ref`, role: 'doc-backlink' };
  return element('li', { id }, [...withLinks(note), text(' '), element('a', back, [text('↩')])]);
}

/** A note is plain text; the addresses in it become links. */
function withLinks(note: string): ElementContent[] {
  const parts: ElementContent[] = [];
  let end = 0;
  for (const { from, to, href } of findAddresses(note)) {
    const link = { href, rel: ['ugc', 'nofollow', 'noopener'] };
    parts.push(text(note.slice(end, from)), element('a', link, [text(note.slice(from, to))]));
    end = to;
  }
  return [...parts, text(note.slice(end))];
}

function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): { type: 'text'; value: string } {
  return { type: 'text', value };
}
