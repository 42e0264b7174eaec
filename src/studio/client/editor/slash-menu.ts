import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Tool } from '../../views/editor-toolbar.tsx';
import { pageElement } from './page-elements.ts';
import { type Dialogs, TOOLS } from './tools.ts';
import type { Translate } from './translate.ts';

const ITEMS = [
  ...(['h2', 'h3', 'bullets', 'numbers', 'tasks', 'quote', 'code_block', 'image'] as const),
  ...(['table', 'formula', 'footnote', 'rule'] as const),
];
/** Search terms besides the name: pinyin, its initials, and the English word. */
const SEARCH_TERMS: Record<(typeof ITEMS)[number], string> = {
  h2: 'h2 biaoti bt dabiaoti heading',
  h3: 'h3 biaoti bt xiaobiaoti subheading',
  bullets: 'liebiao lb wuxu list bullets',
  numbers: 'liebiao lb youxu numbers ordered',
  quote: 'yinyong yy quote',
  code_block: 'daima dm code',
  image: 'tupian tp image picture',
  tasks: 'renwu rw daiban db task todo',
  table: 'biaoge bg table',
  formula: 'gongshi gs shuxue sx formula math tex',
  footnote: 'zhushi jiaozhu zs jz footnote note',
  rule: 'fengexian fgx divider rule hr',
};
/** With an input method, the same key types 、 or ／. */
const TRIGGER = /^[/、／](\S*)$/u;

/** A searchable menu of blocks to insert on an empty line. */
export function addSlashMenu(editor: Editor, dialogs: Dialogs, t: Translate): void {
  const menu = pageElement('slash-menu');
  const tools = ITEMS.filter((tool) => document.querySelector(`[data-tool="${tool}"]`));
  let shown: Tool[] = [];
  let active = 0;
  /** The menu of this line was closed by Escape and stays closed. */
  let closedAt: number | null = null;

  const isOpen = () => !menu.hidden;

  function close(): void {
    menu.hidden = true;
    editor.view.dom.removeAttribute('aria-activedescendant');
    editor.view.dom.removeAttribute('aria-controls');
  }

  function update(): void {
    const { selection } = editor.state;
    const { $from, empty } = selection;
    const line = $from.parent;
    const atEnd = $from.parentOffset === line.content.size;
    const match = TRIGGER.exec(line.textContent);
    const canOpen = empty && atEnd && line.type.name === 'paragraph' && editor.view.hasFocus();
    if (!match || !canOpen) closedAt = null;
    if (!match || !canOpen || editor.view.composing || closedAt === $from.start()) {
      close();
    } else {
      draw((match[1] ?? '').toLowerCase());
      positionMenu();
    }
  }

  function draw(query: string): void {
    shown = tools.filter((tool) =>
      `${t(`tool_${tool}`)} ${SEARCH_TERMS[tool]}`.toLowerCase().includes(query),
    );
    active = Math.min(active, Math.max(0, shown.length - 1));
    const options = shown.map((tool, index) => optionOf(tool, index));
    menu.replaceChildren(...(options.length > 0 ? options : [emptyNote()]));
    menu.hidden = false;
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', menu.id);
    dom.setAttribute('aria-activedescendant', shown.length > 0 ? `slash-${active}` : '');
    menu.children[active]?.scrollIntoView({ block: 'nearest' });
  }

  function optionOf(tool: Tool, index: number): HTMLElement {
    const option = document.createElement('div');
    option.id = `slash-${index}`;
    option.className = 'slash-option';
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', String(index === active));
    const icon = document.querySelector(`[data-tool="${tool}"] svg`)?.cloneNode(true);
    const name = document.createElement('span');
    name.textContent = t(`tool_${tool}`);
    const hint = document.createElement('span');
    hint.className = 'slash-hint';
    hint.textContent = t(`slash_${tool}` as 'slash_h2');
    if (icon) option.append(icon);
    option.append(name, hint);
    option.addEventListener('mousedown', () => choose(index));
    return option;
  }

  function emptyNote(): HTMLElement {
    const line = document.createElement('p');
    line.className = 'slash-none';
    line.textContent = t('slash_none');
    return line;
  }

  function positionMenu(): void {
    const { left, bottom, top } = editor.view.coordsAtPos(editor.state.selection.from);
    const { offsetWidth: width, offsetHeight: height } = menu;
    const isBelow = bottom + height < window.innerHeight;
    menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    menu.style.top = `${isBelow ? bottom + 6 : Math.max(8, top - height - 6)}px`;
  }

  function choose(index: number): void {
    const tool = shown[index];
    if (!tool) return;
    const { $from } = editor.state.selection;
    close();
    editor.chain().focus().deleteRange({ from: $from.start(), to: $from.end() }).run();
    TOOLS[tool].run(editor, dialogs);
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen() || editor.view.composing || event.isComposing) return false;
    if (event.key === 'Escape') {
      closedAt = editor.state.selection.$from.start();
      close();
      return true;
    }
    if (shown.length === 0) return false;
    if (event.key === 'ArrowDown') active = (active + 1) % shown.length;
    else if (event.key === 'ArrowUp') active = (active - 1 + shown.length) % shown.length;
    else if (event.key === 'Enter' || event.key === 'Tab') {
      choose(active);
      return true;
    } else return false;
    update();
    return true;
  }

  // Its scroll bar must not take the focus from the text, which would close it.
  menu.addEventListener('mousedown', (event) => event.preventDefault());
  editor.registerPlugin(
    new Plugin({
      key: new PluginKey('slash-menu'),
      props: { handleKeyDown: (_view, event) => onKeyDown(event) },
    }),
    // Before plugins that handle Enter and the arrow keys.
    (mine, others) => [mine, ...others],
  );
  editor.on('update', () => {
    active = 0;
    update();
  });
  editor.on('selectionUpdate', update);
  editor.on('blur', close);
  addEventListener('scroll', () => (isOpen() ? positionMenu() : undefined), { passive: true });
}
