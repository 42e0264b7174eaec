import { Editor } from '@tiptap/core';
import { createAltDialog, createLinkDialog } from './dialogs.ts';
import { extensionsFor, INPUT_RULES, PASTE_RULES } from './extensions.ts';
import type { ForeignPictures } from './fetch-pictures.ts';
import { showFetchProgress } from './fetch-progress.ts';
import { readHtml } from './html.ts';
import { createFormulaDialog, createNoteDialog } from './insert-dialogs.ts';
import { createLanguagePicker, showLanguageInToolbar } from './language-picker.ts';
import { pageElement } from './page-elements.ts';
import { insertPastedOrDropped } from './paste-and-drop.ts';
import { plainText } from './plain-text.ts';
import { addSlashMenu } from './slash-menu.ts';
import { runTableTools } from './table-tools.ts';
import { dockAboveKeyboard, runToolbar } from './toolbar.ts';
import type { Translate } from './translate.ts';
import type { Uploads } from './uploads.ts';

type Options = {
  body: string;
  uploads: Uploads;
  pictures: ForeignPictures;
  t: Translate;
  onChange(): void;
  /** Dropped text files. */
  importFiles(files: File[]): void;
  /** Default: true. */
  takesPictures?: boolean;
};

/** The editor with its dialogs, toolbar and menus. */
export function createEditor(options: Options): Editor {
  const { body, uploads, pictures, t, onChange, importFiles, takesPictures = true } = options;
  const surface = pageElement('write-surface');
  // The dialogs and the editor refer to each other; neither is used before both exist.
  const getEditor = (): Editor => editor;
  const picker = createLanguagePicker(getEditor, t);
  const editNote = createNoteDialog(getEditor, t);
  const formulas = createFormulaDialog(getEditor, t);
  const incoming = insertPastedOrDropped({ getEditor, uploads, t, importFiles, takesPictures });
  surface.replaceChildren();
  showFetchProgress(surface, pictures, t);
  const editor = new Editor({
    element: surface,
    // The Content-Security-Policy allows only the site's own style sheet.
    injectCSS: false,
    enableInputRules: INPUT_RULES,
    enablePasteRules: PASTE_RULES,
    extensions: extensionsFor({
      placeholder: t('body_placeholder'),
      caption: t('image_caption'),
      image: {
        uploads,
        editAlt: createAltDialog(getEditor),
        texts: {
          t: (name, values) => t(`image_${name}`, values),
          alt: t('image_alt'),
          alt_missing: t('image_alt_missing'),
          remove: t('image_remove'),
          cancel: t('image_cancel'),
          retry: t('image_retry'),
        },
      },
      missing: { pictures, uploads, t },
      code: { nameOf: picker.nameOf, choose: picker.open },
      note: { label: t('tool_footnote'), edit: editNote },
      formula: {
        label: t('tool_formula'),
        edit: formulas.open,
        insertBlock: formulas.openBlock,
      },
      task: t('task_label'),
      embeds: t('embed_link'),
    }),
    editorProps: {
      attributes: {
        id: 'write-body',
        class: 'prose write-body',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('body_label'),
      },
      transformPastedHTML: incoming.clean,
      clipboardTextSerializer: plainText,
      handlePaste: (_view, event) => incoming.paste(event),
      handleKeyDown: (_view, event) => incoming.keyDown(event),
      handleDrop: (_view, event) => incoming.drop(event as DragEvent),
    },
    onUpdate: onChange,
  });
  load(editor, body);

  document.addEventListener('dragover', incoming.dropBeside);
  document.addEventListener('drop', incoming.dropBeside);
  const file = pageElement<HTMLInputElement>('write-image');
  file.addEventListener('change', () => {
    incoming.insert([...(file.files ?? [])]);
    file.value = '';
  });
  const dialogs = {
    link: createLinkDialog(editor, t),
    image: () => file.click(),
    footnote: () => editNote(),
    formula: () => formulas.open(),
  };
  runToolbar(pageElement('write-toolbar'), editor, dialogs);
  dockAboveKeyboard(pageElement('write-toolbar'));
  showLanguageInToolbar(editor, picker, t);
  runTableTools(editor);
  addSlashMenu(editor, dialogs, t);
  editor.view.dom.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    // By the key itself: with Alt, some layouts type another letter.
    const open =
      event.key.toLowerCase() === 'k'
        ? dialogs.link
        : event.altKey && { KeyF: dialogs.footnote, KeyM: dialogs.formula }[event.code];
    if (!open) return;
    event.preventDefault();
    open();
  });
  return editor;
}

/** Replaces the text with a stored one. Undo restores the previous text, except after the first load. */
export function load(editor: Editor, body: string, isFirst = true): void {
  const { state, view } = editor;
  const { content } = readHtml(editor.schema, body);
  const change = state.tr.replaceWith(0, state.doc.content.size, content);
  view.dispatch(change.setMeta('addToHistory', !isFirst).setMeta('preventUpdate', isFirst));
}
