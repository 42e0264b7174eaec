import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type Node, Slice } from '@tiptap/pm/model';
import { readWords } from '../markdown/words.ts';
import { looksLikeMarkdown } from '../paste/detect.ts';
import { parsePasted } from '../paste/parse.ts';
import { markForeignPictures } from './foreign-pictures.ts';
import { readHtml } from './html.ts';
import { pageElement } from './page-elements.ts';

const SHOWN_MS = 10_000;
/** Elements that show that the HTML has a structure of its own, and is not text in a `div`. */
const STRUCTURE =
  'h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, a[href], img, strong, b, em, i, hr, code, [data-pm-slice]';

/** Whether the clipboard has Markdown and nothing better. Also true for a text copied from a code editor. */
export function isMarkdown(data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? '';
  const code = data?.getData('vscode-editor-data') ?? '';
  if (code) return /"mode":"markdown"/.test(code) && text.trim() !== '';
  if (!looksLikeMarkdown(text)) return false;
  const html = data?.getData('text/html') ?? '';
  return html === '' || !parsePasted(html).querySelector(STRUCTURE);
}

/** Inserts the text as rich text in one undo step, and offers to insert it as it is. */
export async function pasteMarkdown(editor: Editor, text: string): Promise<void> {
  const { view } = editor;
  const converter = await import('../markdown/convert.ts').catch(() => undefined);
  // Without the network the text is at least there.
  if (!converter) {
    view.pasteText(text);
    return;
  }
  const body = converter.readMarkdown(text);
  markForeignPictures(body);
  view.dispatch(closeHistory(view.state.tr));
  // Not `pasteHTML`: that cleans again, and the rules for pasted text would read escaped signs as marks.
  view.dispatch(view.state.tr.replaceSelection(sliceOf(editor, body)).scrollIntoView());
  const pasted = view.state.doc;
  view.dispatch(closeHistory(view.state.tr));
  offerPlainText(() => {
    if (view.state.doc.eq(pasted)) {
      editor.commands.undo();
      view.pasteText(text);
    }
    view.focus();
  }, editor);
}

/**
 * Paragraphs at the ends continue the ones at the caret. Other blocks stay what they are: an open heading or list would
 * become a part of the paragraph in which the caret is.
 */
function sliceOf(editor: Editor, body: HTMLElement): Slice {
  const { content } = readHtml(editor.schema, body.innerHTML);
  const isOpen = (node: Node | null) => (node?.type.name === 'paragraph' ? 1 : 0);
  return new Slice(content, isOpen(content.firstChild), isOpen(content.lastChild));
}

function offerPlainText(onChoose: () => void, editor: Editor): void {
  const t = readWords(pageElement('markdown-menu'));
  const box = document.createElement('p');
  box.className = 'toast toast-info paste-toast';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link-button';
  button.textContent = t('as_plain');
  box.append(t('converted'), ' · ', button);
  document.getElementById('toasts')?.append(box);
  const remove = () => {
    box.remove();
    editor.off('update', remove);
  };
  button.addEventListener('click', () => {
    remove();
    onChoose();
  });
  // After another change the choice would undo that one.
  editor.on('update', remove);
  setTimeout(remove, SHOWN_MS);
}
