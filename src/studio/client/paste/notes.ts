import { NOTE_LENGTH_MAX } from '../../../platform/markdown/footnotes.ts';
import { create } from './parse.ts';

const LISTS =
  '[data-style*="footnote-list"], [data-style*="endnote-list"], section.footnotes, [data-footnotes]';

/** Footnotes of Word, Google Docs and GitHub: a reference and a note that link to each other become one note. */
export function writeNotes(body: HTMLElement): void {
  const used = new Set<Element>();
  for (const reference of body.querySelectorAll('a[href*="#"]')) {
    const target = findTarget(body, hashOf(reference));
    const note = target?.closest('li, p, div');
    if (!note || note.contains(reference) || !pointsBack(note, reference)) continue;
    const span = create(body, 'span', { class: 'footnote' }, textOf(note));
    (reference.closest('sup') ?? reference).replaceWith(span);
    used.add(note);
  }
  for (const note of used) {
    const box = note.parentElement;
    const rule = box?.previousElementSibling;
    note.remove();
    if (box !== body && !box?.textContent?.trim() && rule?.localName === 'hr') rule.remove();
  }
  for (const list of body.querySelectorAll(LISTS))
    if (!list.textContent?.trim() || used.size > 0) list.remove();
}

function hashOf(link: Element): string {
  const address = link.getAttribute('href') ?? '';
  return address.slice(address.indexOf('#') + 1);
}

function findTarget(body: HTMLElement, hash: string): Element | null {
  if (hash === '') return null;
  const name = CSS.escape(hash);
  return body.querySelector(`[id="${name}"], a[name="${name}"]`);
}

function pointsBack(note: Element, reference: Element): boolean {
  const names = [reference, reference.closest('sup')]
    .flatMap((one) => [one?.id, one?.getAttribute('name')])
    .filter(Boolean);
  return [...note.querySelectorAll('a[href*="#"]')].some((link) => names.includes(hashOf(link)));
}

/** Without the links back and the number. */
function textOf(note: Element): string {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    if (address.includes('#') && /^(?:\[?\d+\]?|↩.*|\s*)$/u.test(link.textContent?.trim() ?? ''))
      link.remove();
    else if (/^https?:/.test(address) && link.textContent?.trim() !== address)
      link.append(` (${address})`);
  }
  const text = (copy.textContent ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
  return [...text].slice(0, NOTE_LENGTH_MAX).join('');
}
