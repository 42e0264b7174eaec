import type { Editor } from '@tiptap/core';
import { isComposing, isSendKey } from '../../../ui/client/composing.ts';
import { titleField } from './fields.ts';
import { pageElement } from './page-elements.ts';

type Options = { editor: Editor; save(): void; publish(): void };

/** The keyboard shortcuts of the page; the editor has its own. */
export function listenForKeys({ editor, save, publish }: Options): void {
  const title = titleField();
  title.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    editor.commands.focus('start');
    // The command above waits for the next frame; without this, text typed until then would go into the title.
    editor.view.focus();
  });
  // A pasted title becomes one line.
  title.addEventListener('input', () => {
    if (/[\r\n]/.test(title.value)) title.value = title.value.replace(/\s*[\r\n]+\s*/g, ' ');
  });
  // In the capture phase, before the editor would insert a line break.
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
