import { Editor } from '@tiptap/core';
import { createAltDialog, createLinkDialog } from './dialogs.ts';
import { extensionsFor } from './extensions.ts';
import { readHtml } from './html.ts';
import { createLanguagePicker, showLanguageInToolbar } from './language-picker.ts';
import { pageElement } from './page-elements.ts';
import { insertPastedOrDropped } from './paste-and-drop.ts';
import { addSlashMenu } from './slash-menu.ts';
import { dockAboveKeyboard, runToolbar } from './toolbar.ts';
import type { Translate } from './translate.ts';
import type { Uploads } from './uploads.ts';

type Options = { body: string; uploads: Uploads; t: Translate; onChange(): void };

/** The editor with its dialogs, toolbar and menus. */
export function createEditor({ body, uploads, t, onChange }: Options): Editor {
  const surface = pageElement('write-surface');
  // The dialogs and the editor refer to each other; neither is used before both exist.
  const getEditor = (): Editor => editor;
  const picker = createLanguagePicker(getEditor, t);
  const incoming = insertPastedOrDropped(getEditor, uploads, t);
  surface.replaceChildren();
  const editor = new Editor({
    element: surface,
    // The Content-Security-Policy allows only the site's own style sheet.
    injectCSS: false,
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
      code: { nameOf: picker.nameOf, choose: picker.open },
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
      handlePaste: (_view, event) => incoming.paste(event),
      handleDrop: (_view, event) => incoming.drop(event as DragEvent),
    },
    onUpdate: onChange,
  });
  load(editor, body);

  const file = pageElement<HTMLInputElement>('write-image');
  file.addEventListener('change', () => {
    incoming.insert([...(file.files ?? [])]);
    file.value = '';
  });
  const dialogs = { link: createLinkDialog(editor, t), image: () => file.click() };
  runToolbar(pageElement('write-toolbar'), editor, dialogs);
  dockAboveKeyboard(pageElement('write-toolbar'));
  showLanguageInToolbar(editor, picker, t);
  addSlashMenu(editor, dialogs, t);
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    dialogs.link();
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
