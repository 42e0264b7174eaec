import type { Editor } from '@tiptap/core';
import { isComposing, isSendKey } from '../../../ui/client/composing.ts';
import { titleField } from './fields.ts';
import { pageElement } from './page-elements.ts';

type Options = { editor: Editor; save(): void; publish(): void };

/** The keys of the whole page; those of the text belong to the editor. */
export function listenForKeys({ editor, save, publish }: Options): void {
  const title = titleField();
  title.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    editor.commands.focus('start');
    // Which waits for the next frame; what is typed until then would go into the title.
    editor.view.focus();
  });
  // A title is one line, also when it was pasted.
  title.addEventListener('input', () => {
    if (/[\r\n]/.test(title.value)) title.value = title.value.replace(/\s*[\r\n]+\s*/g, ' ');
  });
  // Before the editor, where the same keys would break the line.
  pageElement('write').addEventListener(
    'keydown',
    (event) => {
      if ((event.target as Element).closest('dialog')) return;
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (isSendKey(event)) publish();
      else if (isSave && !event.shiftKey && !isComposing(event)) save();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
