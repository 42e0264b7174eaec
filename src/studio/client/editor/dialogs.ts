import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { onChoice } from './dialog-choice.ts';
import { readAddress } from './link-address.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Edits the address of the selected text or of the link at the caret. */
export function createLinkDialog(editor: Editor, t: Translate): () => void {
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
      problem.textContent = t('link_bad');
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  });
  onChoice(dialog, (choice) => {
    // Not the command of the editor, which waits for the next frame.
    editor.view.focus();
    const chain = editor.chain();
    const href = readAddress(input.value);
    if (choice === 'remove') chain.extendMarkRange('link').unsetLink().run();
    else if (choice !== 'apply' || href === null) return;
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
    dialog.showModal();
    input.select();
  };
}

/** Syncs the selection first: the browser reports a new one with a delay. */
function readSelection(editor: Editor): void {
  const { view, state } = editor;
  const current = document.getSelection();
  const { anchorNode, focusNode } = current ?? {};
  if (!current || !anchorNode || !focusNode || !view.dom.contains(anchorNode)) return;
  const anchor = view.posAtDOM(anchorNode, current.anchorOffset);
  const head = view.posAtDOM(focusNode, current.focusOffset);
  if (anchor === state.selection.anchor && head === state.selection.head) return;
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  view.dispatch(state.tr.setSelection(selection));
}

/** Edits the alternative text of an image. */
export function createAltDialog(getEditor: () => Editor): (position: number) => void {
  const dialog = pageElement<HTMLDialogElement>('alt-dialog');
  const input = pageElement<HTMLTextAreaElement>('alt-text');
  let imagePosition = 0;

  onChoice(dialog, (choice) => {
    const editor = getEditor();
    const node = editor.state.doc.nodeAt(imagePosition);
    const alt = input.value.trim().replace(/\s+/g, ' ');
    if (choice === 'apply' && node?.type.name === 'image')
      editor.view.dispatch(editor.state.tr.setNodeAttribute(imagePosition, 'alt', alt));
    editor.view.focus();
  });

  return (position) => {
    imagePosition = position;
    input.value = (getEditor().state.doc.nodeAt(position)?.attrs['alt'] as string) ?? '';
    dialog.showModal();
  };
}
