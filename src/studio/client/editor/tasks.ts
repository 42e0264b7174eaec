import { InputRule, Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';

/** `[ ] `, `[x] `, and as a Chinese keyboard types them. */
const TASK = /^(?:\[([ xX]?)\]|【([ xX\u3000]?)】)\s$/;

export const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  // Before the plain list, which matches every `ul`.
  parseHTML: () => [{ tag: 'ul.task-list', priority: 60 }],
  renderHTML: () => ['ul', { class: 'task-list' }, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-9': () => this.editor.commands.toggleList(this.name, 'taskItem') };
  },
});

export const TaskItem = Node.create<{ label: string }>({
  name: 'taskItem',
  content: 'paragraph block*',
  defining: true,
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element) => element.getAttribute('data-checked') === 'true',
      renderHTML: ({ checked }) => ({ 'data-checked': String(checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'li[data-checked]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addNodeView() {
    return (props) => showTask(props, this.options.label);
  },
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
      'Mod-Alt-x': ({ editor }) => {
        if (!editor.isActive(this.name)) return false;
        const { checked } = editor.getAttributes(this.name);
        return editor.commands.updateAttributes(this.name, { checked: !checked });
      },
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: TASK,
        handler: ({ state, range, match, chain }) => {
          if (state.selection.$from.parent.type.name !== 'paragraph') return null;
          const checked = /x/i.test(match[1] ?? match[2] ?? '');
          chain()
            .deleteRange(range)
            .toggleList('taskList', this.name)
            .updateAttributes(this.name, { checked })
            .run();
          return undefined;
        },
      }),
    ];
  },
});

/** A task with its check box, which is a tab stop of its own for the keyboard. */
function showTask({ node, getPos, editor }: NodeViewRendererProps, label: string): NodeView {
  let current = node;
  const dom = document.createElement('li');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.className = 'task-box';
  box.contentEditable = 'false';
  const contentDOM = document.createElement('div');
  contentDOM.className = 'task-text';
  dom.append(box, contentDOM);
  // Keeps the caret in the text, and on a phone the keyboard closed.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  box.addEventListener('change', () => {
    const position = getPos();
    if (position === undefined) return;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'checked', box.checked));
  });
  const draw = () => {
    box.checked = current.attrs['checked'] as boolean;
    dom.dataset['checked'] = String(box.checked);
    box.setAttribute('aria-label', `${label} ${current.firstChild?.textContent ?? ''}`.trim());
  };
  draw();
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== current.type) return false;
      current = next;
      draw();
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
}
