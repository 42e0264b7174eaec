import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { readAddress } from './link-address.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Asks for the address of a link, on the words that are selected or the link the caret is in. */
export function createLinkDialog(editor: Editor, say: Translate): () => void {
  const dialog = pageElement<HTMLDialogElement>('link-dialog');
  const input = pageElement<HTMLInputElement>('link-address');
  const problem = pageElement('link-problem');
  const remove = pageElement('link-remove');

  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    const choice = (event.submitter as HTMLButtonElement | null)?.value ?? 'apply';
    if (choice !== 'apply') return;
    const href = readAddress(input.value);
    if (href === null) {
      event.preventDefault();
      problem.textContent = say('link_bad');
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  });
  dialog.addEventListener('close', () => {
    const chain = editor.chain().focus();
    const href = readAddress(input.value);
    if (dialog.returnValue === 'remove') chain.extendMarkRange('link').unsetLink().run();
    else if (dialog.returnValue !== 'apply' || href === null) chain.run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .unsetMark('link')
        .run();
    else chain.extendMarkRange('link').setLink({ href }).run();
  });

  return () => {
    readSelection(editor);
    const { href = '' } = editor.getAttributes('link') as { href?: string };
    input.value = href;
    input.removeAttribute('aria-invalid');
    problem.textContent = '';
    remove.hidden = href === '';
    dialog.returnValue = 'cancel';
    dialog.showModal();
    input.select();
  };
}

/** The browser tells of a new selection a moment after it was made; a quick hand is quicker than that. */
function readSelection(editor: Editor): void {
  const { view, state } = editor;
  const shown = document.getSelection();
  const { anchorNode, focusNode } = shown ?? {};
  if (!shown || !anchorNode || !focusNode || !view.dom.contains(anchorNode)) return;
  const anchor = view.posAtDOM(anchorNode, shown.anchorOffset);
  const head = view.posAtDOM(focusNode, shown.focusOffset);
  if (anchor === state.selection.anchor && head === state.selection.head) return;
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  view.dispatch(state.tr.setSelection(selection));
}

/** Asks for the words that stand for an image. */
export function createAltDialog(getEditor: () => Editor): (position: number) => void {
  const dialog = pageElement<HTMLDialogElement>('alt-dialog');
  const input = pageElement<HTMLTextAreaElement>('alt-text');
  let place = 0;

  dialog.addEventListener('close', () => {
    const editor = getEditor();
    const node = editor.state.doc.nodeAt(place);
    const alt = input.value.trim().replace(/\s+/g, ' ');
    if (dialog.returnValue === 'apply' && node?.type.name === 'image')
      editor.view.dispatch(editor.state.tr.setNodeAttribute(place, 'alt', alt));
    editor.commands.focus();
  });

  return (position) => {
    place = position;
    input.value = (getEditor().state.doc.nodeAt(position)?.attrs['alt'] as string) ?? '';
    dialog.returnValue = 'cancel';
    dialog.showModal();
  };
}
