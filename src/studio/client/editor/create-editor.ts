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

type Options = { body: string; uploads: Uploads; say: Translate; changed(): void };

/** The text itself with everything that works on it. */
export function createEditor({ body, uploads, say, changed }: Options): Editor {
  const surface = pageElement('write-surface');
  // The dialogs and the editor know each other; none is used before both are there.
  const getEditor = (): Editor => editor;
  const picker = createLanguagePicker(getEditor, say);
  const incoming = insertPastedOrDropped(getEditor, uploads, say);
  surface.replaceChildren();
  const editor = new Editor({
    element: surface,
    // The site's policy allows no style but its own sheet.
    injectCSS: false,
    extensions: extensionsFor({
      placeholder: say('body_placeholder'),
      caption: say('image_caption'),
      image: {
        uploads,
        editAlt: createAltDialog(getEditor),
        texts: {
          say: (name, values) => say(`image_${name}`, values),
          alt: say('image_alt'),
          alt_missing: say('image_alt_missing'),
          remove: say('image_remove'),
          cancel: say('image_cancel'),
          retry: say('image_retry'),
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
        'aria-label': say('body_label'),
      },
      transformPastedHTML: incoming.clean,
      handlePaste: (_view, event) => incoming.paste(event),
      handleDrop: (_view, event) => incoming.drop(event as DragEvent),
    },
    onUpdate: changed,
  });
  load(editor, body);

  const file = pageElement<HTMLInputElement>('write-image');
  file.addEventListener('change', () => {
    incoming.insert([...(file.files ?? [])]);
    file.value = '';
  });
  const ask = { link: createLinkDialog(editor, say), image: () => file.click() };
  runToolbar(pageElement('write-toolbar'), editor, ask);
  dockAboveKeyboard(pageElement('write-toolbar'));
  showLanguageInToolbar(editor, picker, say);
  addSlashMenu(editor, ask, say);
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask.link();
  });
  return editor;
}

/** Puts a stored text in its place. What was there can be got back by undo, unless it was the first. */
export function load(editor: Editor, body: string, isFirst = true): void {
  const { state, view } = editor;
  const { content } = readHtml(editor.schema, body);
  const change = state.tr.replaceWith(0, state.doc.content.size, content);
  view.dispatch(change.setMeta('addToHistory', !isFirst).setMeta('preventUpdate', isFirst));
}
