import { createSectionTranslate } from '../../ui/translations.ts';
import type { PageEditorSettings } from '../views/page-editor-settings.ts';
import { createEditor, load } from './editor/create-editor.ts';
import { createForeignPictures } from './editor/fetch-pictures.ts';
import { writeHtml } from './editor/html.ts';
import { pageElement } from './editor/page-elements.ts';
import { createUploads } from './editor/uploads.ts';

/**
 * The editor of a page about the site. One surface edits the text of every language; behind it are the form's own text
 * areas, which are what a browser without scripts edits.
 */
function run({ locale, words }: PageEditorSettings): void {
  const root = pageElement('write');
  const t = createSectionTranslate(words, locale);
  const surface = pageElement('write-surface');
  const parts = [...root.querySelectorAll<HTMLElement>('[data-language]')];
  const choices = [...root.querySelectorAll<HTMLButtonElement>('[data-choose-language]')];
  const [first] = parts;
  if (!first) return;
  let current = first;
  let isUnsaved = false;

  const editor = createEditor({
    body: textOf(current).value,
    uploads: createUploads(() => {}),
    pictures: createForeignPictures({
      getPost: async () => null,
      noDraft: t('no_pictures'),
      onChange: () => {},
      onEnd: () => {},
    }),
    t,
    takesPictures: false,
    importFiles: () => {},
    onChange: () => {
      isUnsaved = true;
      textOf(current).value = writeHtml(editor.state.doc);
    },
  });

  function show(part: HTMLElement): void {
    current = part;
    const lang = part.dataset['language'] ?? '';
    for (const one of parts) one.hidden = one !== part;
    for (const choice of choices)
      choice.setAttribute('aria-pressed', String(choice.dataset['chooseLanguage'] === lang));
    surface.lang = lang;
    load(editor, textOf(part).value);
  }

  for (const choice of choices)
    choice.addEventListener('click', () => {
      const part = parts.find(
        (one) => one.dataset['language'] === choice.dataset['chooseLanguage'],
      );
      if (part) show(part);
    });
  show(first);

  root.addEventListener('input', () => {
    isUnsaved = true;
  });
  // What goes wrong with it stays on this page, with the text.
  document.addEventListener('submit', () => {
    isUnsaved = false;
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
  root.dataset['ready'] = 'true';
}

function textOf(part: HTMLElement): HTMLTextAreaElement {
  return part.querySelector('textarea') as HTMLTextAreaElement;
}

run(JSON.parse(pageElement('write').dataset['setting'] ?? '{}') as PageEditorSettings);
