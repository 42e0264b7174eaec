import type { Editor } from '@tiptap/core';
import { toast } from '../../../ui/client/toast.ts';
import { onChoice } from './dialog-choice.ts';
import { cleanNote } from './footnote.ts';
import { drawFormula } from './formula.ts';
import { pageElement } from './page-elements.ts';
import type { Translate } from './translate.ts';

/** Opens a dialog for a new node, or for the one at a position. */
export type NodeDialog = (position?: number) => void;

/** Edits the text of a footnote. */
export function createNoteDialog(getEditor: () => Editor, t: Translate): NodeDialog {
  const dialog = pageElement<HTMLDialogElement>('note-dialog');
  const input = pageElement<HTMLTextAreaElement>('note-text');
  let target: number | undefined;

  onChoice(dialog, (choice) => {
    const editor = getEditor();
    const text = cleanNote(input.value);
    const isRemoved = choice === 'remove' || (choice === 'apply' && !text);
    if (isRemoved) removeAt(editor, target);
    else if (choice !== 'apply') editor.view.focus();
    else if (target === undefined) insert(editor, { type: 'footnote', attrs: { text } });
    else replaceAt(editor, target, { type: 'footnote', attrs: { text } });
  });

  return (position) => {
    const { schema, selection } = getEditor().state;
    const type = schema.nodes['footnote'];
    const canInsert = type && selection.$to.parent.type.contentMatch.matchType(type);
    if (position === undefined && !canInsert) {
      toast(t('note_not_here'));
      return;
    }
    target = position;
    input.value = nodeText(getEditor(), position, 'text');
    openDialog(dialog, 'note-remove', position);
  };
}

/** Edits the TeX of a formula, beside a preview of it. */
export function createFormulaDialog(
  getEditor: () => Editor,
  t: Translate,
): { open: NodeDialog; openBlock(): void } {
  const dialog = pageElement<HTMLDialogElement>('formula-dialog');
  const input = pageElement<HTMLTextAreaElement>('formula-tex');
  const block = pageElement<HTMLInputElement>('formula-block');
  const preview = pageElement('formula-preview');
  const problem = pageElement('formula-problem');
  let target: number | undefined;

  async function draw(): Promise<void> {
    const tex = input.value.trim();
    const isRight = tex === '' || (await drawFormula(preview, tex, block.checked));
    if (tex === '') preview.replaceChildren();
    problem.textContent = isRight ? '' : t('formula_bad');
  }
  input.addEventListener('input', () => void draw());
  block.addEventListener('change', () => void draw());

  onChoice(dialog, (choice) => {
    const editor = getEditor();
    const tex = input.value.trim();
    const type = block.checked ? 'formulaBlock' : 'formula';
    const isRemoved = choice === 'remove' || (choice === 'apply' && !tex);
    if (isRemoved) removeAt(editor, target);
    else if (choice !== 'apply') editor.view.focus();
    else if (target === undefined) insert(editor, { type, attrs: { tex } });
    else replaceAt(editor, target, { type, attrs: { tex } });
  });

  function open(position: number | undefined, isBlock: boolean): void {
    target = position;
    input.value = nodeText(getEditor(), position, 'tex');
    block.checked = isBlock;
    openDialog(dialog, 'formula-remove', position);
    void draw();
  }
  return {
    open: (position) => {
      const { doc, selection } = getEditor().state;
      const isBlock =
        position === undefined
          ? selection.$from.parent.content.size === 0
          : doc.nodeAt(position)?.type.name === 'formulaBlock';
      open(position, isBlock);
    },
    openBlock: () => open(undefined, true),
  };
}

function nodeText(editor: Editor, position: number | undefined, name: string): string {
  if (position === undefined) return '';
  return String(editor.state.doc.nodeAt(position)?.attrs[name] ?? '');
}

function openDialog(dialog: HTMLDialogElement, removeId: string, position?: number): void {
  pageElement(removeId).hidden = position === undefined;
  dialog.showModal();
}

type NodeContent = { type: string; attrs: Record<string, string> };

/** Focuses at once: the command of the editor waits for the next frame, and text typed until then would be lost. */
function insert(editor: Editor, content: NodeContent): void {
  editor.view.focus();
  editor.commands.insertContent(content);
}

/** A node of the same kind stays where it is; of another kind, it is inserted there. */
function replaceAt(editor: Editor, position: number, content: NodeContent): void {
  const node = editor.state.doc.nodeAt(position);
  editor.view.focus();
  if (!node) return;
  if (node.type.name === content.type)
    editor.view.dispatch(editor.state.tr.setNodeMarkup(position, null, content.attrs));
  else editor.commands.insertContentAt({ from: position, to: position + node.nodeSize }, content);
}

function removeAt(editor: Editor, position: number | undefined): void {
  const node = position === undefined ? null : editor.state.doc.nodeAt(position);
  editor.view.focus();
  if (position !== undefined && node)
    editor.commands.deleteRange({ from: position, to: position + node.nodeSize });
}
