import type { Editor } from '@tiptap/core';
import { isComposing } from '../../../ui/client/composing.ts';
import type { TableTool } from '../../views/editor-table-tools.tsx';
import { pageElement } from './page-elements.ts';
import { dockAboveKeyboard, moveInToolbar } from './toolbar.ts';

/** They leave the focus where it is: in the cell, or on the button that the keyboard is at. */
const COMMANDS: Record<TableTool, (editor: Editor) => boolean> = {
  row_above: (editor) => editor.commands.addRowBefore(),
  row_below: (editor) => editor.commands.addRowAfter(),
  column_before: (editor) => editor.commands.addColumnBefore(),
  column_after: (editor) => editor.commands.addColumnAfter(),
  header: (editor) => editor.commands.toggleHeaderRow(),
  // The last one takes the table with it.
  row_remove: (editor) => editor.commands.deleteRow() || editor.commands.deleteTable(),
  column_remove: (editor) => editor.commands.deleteColumn() || editor.commands.deleteTable(),
  remove: (editor) => editor.commands.deleteTable(),
};

/** The bar of the table at the caret: above it, or above the toolbar on a phone. */
export function runTableTools(editor: Editor): void {
  const bar = pageElement('table-tools');
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('[data-table]')];
  for (const button of buttons) {
    // Keeps the caret in the cell, and on a phone the keyboard open.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      COMMANDS[button.dataset['table'] as TableTool](editor);
      if (bar.hidden) editor.commands.focus();
    });
  }
  moveInToolbar(bar);
  dockAboveKeyboard(bar);

  const tableAtCaret = (): HTMLElement | null => {
    const { node } = editor.view.domAtPos(editor.state.selection.from);
    const element = node instanceof Element ? node : node.parentElement;
    return element?.closest('table') ?? null;
  };

  function show(): void {
    const isInTable = editor.isActive('table') && editor.isEditable;
    bar.hidden = !isInTable;
    if (!isInTable) return;
    const isHeader = hasHeaderRow(editor);
    bar.querySelector('[data-table="header"]')?.setAttribute('aria-pressed', String(isHeader));
    moveBar();
  }

  /** On a wide screen; the style sheet docks it on a phone. */
  function moveBar(): void {
    const table = tableAtCaret();
    if (bar.hidden || !table) return;
    const { top, bottom, left } = table.getBoundingClientRect();
    const head = document.querySelector('.write-head')?.getBoundingClientRect().bottom ?? 0;
    const above = Math.max(top - bar.offsetHeight - 6, head + 6);
    bar.classList.toggle('is-outside', bottom < head || top > window.innerHeight);
    bar.style.setProperty('--bar-top', `${above}px`);
    bar.style.setProperty('--bar-left', `${Math.max(8, left)}px`);
  }

  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    editor.commands.focus();
  });
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key !== 'F10' || !event.altKey || bar.hidden || isComposing(event)) return;
    event.preventDefault();
    bar.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
  });
  editor.on('transaction', show);
  addEventListener('scroll', moveBar, { passive: true });
  addEventListener('resize', moveBar);
  show();
}

function hasHeaderRow(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name !== 'table') continue;
    return node.firstChild?.children.every(({ type }) => type.name === 'tableHeader') ?? false;
  }
  return false;
}
