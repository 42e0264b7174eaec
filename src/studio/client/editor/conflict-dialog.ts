import type { Schema } from '@tiptap/pm/model';
import type { ComparedText } from './autosave.ts';
import { readHtml } from './html.ts';
import { type DiffLine, diffLines } from './line-diff.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

export type Choice = 'mine' | 'theirs' | 'fork';

/** Unchanged lines shown around a difference. */
const CONTEXT_LINES = 1;

/** D21: shows both texts before either can be lost. */
export function createConflictDialog(
  schema: Schema,
  t: Translate,
  decide: (choice: Choice) => void,
) {
  const dialog = pageElement<HTMLDialogElement>('conflict-dialog');
  const diff = pageElement('conflict-diff');
  for (const button of dialog.querySelectorAll<HTMLButtonElement>('[data-choice]')) {
    button.addEventListener('click', () => {
      dialog.close();
      decide(button.dataset['choice'] as Choice);
    });
  }
  const linesOf = ({ title, summary, body, tags = [] }: ComparedText) => {
    const doc = readHtml(schema, body);
    const text = doc.textBetween(0, doc.content.size, '\n');
    return [title, tags.map((tag) => `#${tag}`).join(' '), summary, ...text.split('\n')].filter(
      (line) => line.trim(),
    );
  };
  return (theirs: ComparedText, mine: ComparedText): void => {
    const lines = diffLines(linesOf(theirs), linesOf(mine));
    const isSame = lines.every(({ kind }) => kind === 'same');
    diff.replaceChildren(...(isSame ? [note(t('conflict_same'))] : draw(lines, t)));
    if (!dialog.open) dialog.showModal();
  };
}

/** D18: removes a summary that was derived from the body. */
export function withoutDerivedSummary<T extends ComparedText>(text: T): T {
  const { body } = new DOMParser().parseFromString(text.body, 'text/html');
  for (const code of body.querySelectorAll('pre')) code.remove();
  const bare = (words: string) => words.replace(/\s/g, '');
  const isDerived = bare(body.textContent ?? '').startsWith(bare(text.summary).replace(/…$/, ''));
  return isDerived ? { ...text, summary: '' } : text;
}

/** Shows differences with some context, and counts the skipped lines between them. */
function draw(lines: DiffLine[], t: Translate): HTMLElement[] {
  const isNear = (index: number) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same');
  const elements: HTMLElement[] = [];
  let skipped = 0;
  const flush = () => {
    if (skipped > 0) elements.push(note(t('conflict_skipped', { count: skipped })));
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isNear(index)) {
      skipped += 1;
      continue;
    }
    flush();
    elements.push(drawLine(line, t));
  }
  flush();
  return elements;
}

function drawLine({ kind, text }: DiffLine, t: Translate): HTMLElement {
  const line = document.createElement(kind === 'same' ? 'p' : kind === 'mine' ? 'ins' : 'del');
  line.className = `diff-line diff-${kind}`;
  const sign = document.createElement('span');
  sign.className = 'diff-sign';
  sign.ariaHidden = 'true';
  sign.textContent = { same: ' ', mine: '＋', theirs: '−' }[kind];
  line.append(sign);
  if (kind !== 'same') {
    const label = document.createElement('span');
    label.className = 'visually-hidden';
    label.textContent = `${t(kind === 'mine' ? 'conflict_only_mine' : 'conflict_only_theirs')}: `;
    line.append(label);
  }
  line.append(text);
  return line;
}

function note(text: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'diff-note';
  line.textContent = text;
  return line;
}
