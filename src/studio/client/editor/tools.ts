import type { Editor } from '@tiptap/core';
import type { Tool } from '../../views/editor-toolbar.tsx';

/** For tools that open a dialog or a file picker. */
export type Dialogs = { link(): void; image(): void; footnote(): void; formula(): void };

type ToolCommand = { run(editor: Editor, dialogs: Dialogs): void; isOn?(editor: Editor): boolean };

const chain = (editor: Editor) => editor.chain().focus();

/** What each tool does, and whether it is active at the caret. */
export const TOOLS: Record<Tool, ToolCommand> = {
  h2: {
    run: (editor) => chain(editor).toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  h3: {
    run: (editor) => chain(editor).toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  bold: {
    run: (editor) => chain(editor).toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  italic: {
    run: (editor) => chain(editor).toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  strike: {
    run: (editor) => chain(editor).toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  code: {
    run: (editor) => chain(editor).toggleCode().run(),
    isOn: (editor) => editor.isActive('code'),
  },
  link: { run: (_editor, dialogs) => dialogs.link(), isOn: (editor) => editor.isActive('link') },
  quote: {
    run: (editor) => chain(editor).toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  bullets: {
    run: (editor) => chain(editor).toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  numbers: {
    run: (editor) => chain(editor).toggleList('orderedList', 'listItem').run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  tasks: {
    run: (editor) => chain(editor).toggleList('taskList', 'taskItem').run(),
    isOn: (editor) => editor.isActive('taskList'),
  },
  table: {
    // A table in a cell would be too narrow to read.
    run: (editor) =>
      editor.isActive('table')
        ? chain(editor).run()
        : chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    isOn: (editor) => editor.isActive('table'),
  },
  footnote: { run: (_editor, dialogs) => dialogs.footnote() },
  formula: { run: (_editor, dialogs) => dialogs.formula() },
  code_block: {
    run: (editor) => chain(editor).toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  image: { run: (_editor, dialogs) => dialogs.image() },
  rule: { run: (editor) => chain(editor).setHorizontalRule().run() },
  undo: { run: (editor) => chain(editor).undo().run() },
  redo: { run: (editor) => chain(editor).redo().run() },
};
