import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Locale } from '../../../platform/i18n.ts';
import { countWords, isMostlyCharacters, readingMinutes } from '../../../posts/word-count.ts';
import type { ForeignPictures } from './fetch-pictures.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';
import type { Uploads } from './uploads.ts';

const PAUSE_MS = 300;

/** What publishing still needs. */
export type Readiness = {
  hasTitle: boolean;
  hasBody: boolean;
  uploads: 'done' | 'waiting' | 'failed';
  hasAlt: boolean;
  /** Pictures of other sites that were not fetched, or not yet. */
  missing: number;
  isFetching: boolean;
};

export type SidePanel = { draw(): void; refresh(): void; readiness(): Readiness };

type Options = {
  editor: Editor;
  title: HTMLTextAreaElement;
  uploads: Uploads;
  pictures: ForeignPictures;
  t: Translate;
  locale: Locale;
  onDraw(): void;
};

/** Checklist, outline and word count. They update shortly after a change, so that they do not slow down typing. */
export function runSidePanel(options: Options): SidePanel {
  const { editor, title, uploads, pictures, t, locale, onDraw } = options;
  const count = pageElement('write-count');
  const outline = pageElement('write-outline');
  const outlineEmpty = pageElement('write-outline-empty');
  let isDue = false;

  function readiness(): Readiness {
    const images = imagesIn(editor.state.doc);
    const missing = nodesIn(editor.state.doc, 'missingPicture').length;
    const open = images.filter((image) => image.attrs['src'] === null);
    const isFailed = (image: Node) => {
      const upload = uploads.get(String(image.attrs['upload']));
      return !upload || upload.problem !== null;
    };
    return {
      hasTitle: title.value.trim() !== '',
      hasBody: images.length + missing > 0 || hasVisibleText(textOf(editor.state.doc, true)),
      uploads: open.length === 0 ? 'done' : open.some(isFailed) ? 'failed' : 'waiting',
      hasAlt: images.every((image) => image.attrs['alt'] !== ''),
      missing,
      isFetching: missing > 0 && pictures.isBusy(),
    };
  }

  function draw(): void {
    const { hasTitle, hasBody, uploads: state, hasAlt, missing } = readiness();
    check('title', hasTitle, t);
    check('body', hasBody, t);
    check('uploads', state === 'done', t);
    check('alt', hasAlt, t);
    check('missing', missing === 0, t);
    nameMissing(missing, t);
    const { doc } = editor.state;
    const text = textOf(doc);
    const words = countWords(text);
    const unit = isMostlyCharacters(text) ? 'characters' : 'words';
    const parts = [t(unit, { count: words.toLocaleString(locale) })];
    if (words > 0) parts.push(t('minutes', { count: readingMinutes(text) }));
    count.textContent = parts.join(' · ');
    drawOutline();
    onDraw();
  }

  function drawOutline(): void {
    const headings: HTMLElement[] = [];
    editor.state.doc.descendants((node, position) => {
      if (node.type.name !== 'heading') return node.type.name !== 'paragraph';
      const item = document.createElement('li');
      item.className = `outline-${node.attrs['level']}`;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'outline-link';
      button.textContent = node.textContent || '…';
      button.addEventListener('click', () =>
        editor
          .chain()
          .focus(position + 1)
          .scrollIntoView()
          .run(),
      );
      item.append(button);
      headings.push(item);
      return false;
    });
    outline.replaceChildren(...headings);
    outlineEmpty.hidden = headings.length > 0;
  }

  return {
    draw,
    refresh() {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        draw();
      }, PAUSE_MS);
    },
    readiness,
  };
}

/** Notes count as words, formulas do not (posts/word-count.ts); both are content. */
function textOf(doc: Node, withFormulas = false): string {
  return doc.textBetween(0, doc.content.size, '\n', ({ attrs }) => {
    const { text = '', tex = '' } = attrs as { text?: string; tex?: string };
    return ` ${text}${withFormulas ? tex : ''} `;
  });
}

/** The same rule as on the server: white space and invisible characters are not text. */
function hasVisibleText(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(text);
}

function check(name: string, isDone: boolean, t: Translate): void {
  const item = document.querySelector<HTMLElement>(`[data-check="${name}"]`);
  const state = item?.querySelector('[data-state]');
  if (!item || !state) return;
  item.dataset['done'] = String(isDone);
  state.textContent = ` (${t(isDone ? 'check_done' : 'check_open')})`;
}

/** The entry shows how many, where there are some. */
function nameMissing(count: number, t: Translate): void {
  const label = document.querySelector('[data-check="missing"] [data-label]');
  if (label)
    label.textContent = count === 0 ? t('check_missing') : t('check_missing_count', { count });
}

export function imagesIn(doc: Node): Node[] {
  return nodesIn(doc, 'image');
}

function nodesIn(doc: Node, name: string): Node[] {
  const found: Node[] = [];
  doc.descendants((node) => {
    if (node.type.name === name) found.push(node);
    return true;
  });
  return found;
}
