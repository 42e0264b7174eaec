import { isMonospace } from '../marks.ts';
import { create, fontSizeOf, rename } from '../parse.ts';

const TITLE_PIXELS = 32;

export function isFromGoogleDocs(html: string): boolean {
  return /docs-internal-guid|google-sheets-html-origin|id="?ftnt/i.test(html);
}

/** Google Docs: the title is a large line, code is a typewriter font, and boxes of tasks are pictures. */
export function cleanGoogleDocs(body: HTMLElement): void {
  for (const icon of body.querySelectorAll('img[aria-roledescription*="check" i]')) icon.remove();
  const first = body.querySelector('p, h1, h2');
  const size = first?.querySelector('span')
    ? fontSizeOf(first.querySelector('span') as Element)
    : null;
  if (first?.localName === 'p' && size !== null && size >= TITLE_PIXELS) rename(first, 'h1');
  joinCode(body);
  for (const span of body.querySelectorAll('span')) {
    if (isMonospace(span) && !span.closest('pre')) rename(span, 'code');
  }
}

/** Two adjacent lines in a typewriter font are a code block; a part of a line is inline code. */
function joinCode(body: HTMLElement): void {
  const isCode = (line: Element | null): line is Element =>
    line?.localName === 'p' &&
    line.textContent?.trim() !== '' &&
    [...line.querySelectorAll('span')].every((span) => isMonospace(span));
  for (const line of body.querySelectorAll('p')) {
    if (!line.isConnected || !isCode(line) || !isCode(line.nextElementSibling)) continue;
    const block = create(line, 'pre');
    line.before(block);
    const texts: string[] = [];
    for (let next: Element | null = line; isCode(next); ) {
      const after: Element | null = next.nextElementSibling;
      for (const newLine of next.querySelectorAll('br')) newLine.replaceWith('\n');
      texts.push(next.textContent ?? '');
      next.remove();
      next = after;
    }
    block.append(texts.join('\n'));
  }
}
