import type { Schema } from '@tiptap/pm/model';
import type { Content } from './autosave.ts';
import { readHtml } from './html.ts';
import { type DiffLine, diffLines } from './line-diff.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

export type Choice = 'mine' | 'theirs' | 'fork';
type Text = Pick<Content, 'title' | 'summary' | 'body'>;

/** Unchanged lines shown around a difference. */
const AROUND = 1;

/** D21: neither text is lost before its author has seen both. */
export function createConflictDialog(
  schema: Schema,
  say: Translate,
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
  const linesOf = ({ title, summary, body }: Text) => {
    const doc = readHtml(schema, body);
    const text = doc.textBetween(0, doc.content.size, '\n');
    return [title, ...(summary ? [summary] : []), ...text.split('\n')].filter((line) =>
      line.trim(),
    );
  };
  return (theirs: Text, mine: Text): void => {
    const lines = diffLines(linesOf(theirs), linesOf(mine));
    const isSame = lines.every(({ kind }) => kind === 'same');
    diff.replaceChildren(...(isSame ? [note(say('conflict_same'))] : draw(lines, say)));
    if (!dialog.open) dialog.showModal();
  };
}

/** D18: without a summary that was only taken from the body, which nobody wrote. */
export function withoutTakenSummary<T extends Text>(text: T): T {
  const { body } = new DOMParser().parseFromString(text.body, 'text/html');
  for (const code of body.querySelectorAll('pre')) code.remove();
  const bare = (words: string) => words.replace(/\s/g, '');
  const isTaken = bare(body.textContent ?? '').startsWith(bare(text.summary).replace(/…$/, ''));
  return isTaken ? { ...text, summary: '' } : text;
}

/** Differences with a little around them; what lies between is counted, not shown. */
function draw(lines: DiffLine[], say: Translate): HTMLElement[] {
  const isNear = (index: number) =>
    lines
      .slice(Math.max(0, index - AROUND), index + AROUND + 1)
      .some(({ kind }) => kind !== 'same');
  const drawn: HTMLElement[] = [];
  let skipped = 0;
  const flush = () => {
    if (skipped > 0) drawn.push(note(say('conflict_skipped', { count: skipped })));
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isNear(index)) {
      skipped += 1;
      continue;
    }
    flush();
    drawn.push(drawLine(line, say));
  }
  flush();
  return drawn;
}

function drawLine({ kind, text }: DiffLine, say: Translate): HTMLElement {
  const line = document.createElement(kind === 'same' ? 'p' : kind === 'mine' ? 'ins' : 'del');
  line.className = `diff-line diff-${kind}`;
  const sign = document.createElement('span');
  sign.className = 'diff-sign';
  sign.ariaHidden = 'true';
  sign.textContent = { same: ' ', mine: '＋', theirs: '−' }[kind];
  line.append(sign);
  if (kind !== 'same') {
    const spoken = document.createElement('span');
    spoken.className = 'visually-hidden';
    spoken.textContent = `${say(kind === 'mine' ? 'conflict_only_mine' : 'conflict_only_theirs')}: `;
    line.append(spoken);
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
