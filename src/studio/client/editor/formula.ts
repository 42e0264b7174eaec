import { InputRule, mergeAttributes, Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';

/** Typed amounts of money (`$5 和 $6`, `$5-$6`) are no formulas; neither are sentences between two of them. */
const AMOUNT = /^[\d\s.,:%/~-]*$/;
const SENTENCE = /[\p{Script=Han}，。；：！？、]/u;
const BLOCK = /^\$\$([^$]+)\$\$$/;
/** On an empty line: opens the dialog. */
const EMPTY_BLOCK = /^\$\$\s$/;

type Options = { label: string; edit(position: number): void; insertBlock(): void };

/** A formula in a line, stored as its TeX. */
export const Formula = Node.create<Options>({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => texAttribute(),
  // Before the mark of inline code.
  parseHTML: () => [{ tag: 'code.language-math', priority: 60 }],
  renderHTML: ({ node }) => ['code', { class: 'language-math' }, String(node.attrs['tex'])],
  addNodeView() {
    return (props) => showFormula(props, this.options);
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        const name = selection.$from.nodeAfter?.type.name ?? '';
        if (!('node' in selection) || !/^formula(Block)?$/.test(name)) return false;
        this.options.edit(selection.from);
        return true;
      },
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: findFormula,
        handler: ({ state, range, match }) => {
          const tex = match[1] ?? '';
          state.tr.replaceWith(range.from, range.to, this.type.create({ tex }));
        },
      }),
    ];
  },
});

/** A formula on lines of its own. */
export const FormulaBlock = Node.create<Options>({
  name: 'formulaBlock',
  group: 'block',
  atom: true,
  addAttributes: () => texAttribute(),
  // Before the code block.
  parseHTML: () => [
    { tag: 'pre:has(> code.language-math:only-child)', priority: 60, preserveWhitespace: 'full' },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'pre',
    mergeAttributes(HTMLAttributes),
    ['code', { class: 'language-math' }, String(node.attrs['tex'])],
  ],
  addNodeView() {
    return (props) => showFormula(props, this.options);
  },
  addInputRules() {
    return [
      new InputRule({
        find: BLOCK,
        handler: ({ state, match }) => {
          const { $from } = state.selection;
          const tex = (match[1] ?? '').trim();
          if (tex === '' || $from.parent.type.name !== 'paragraph') return null;
          state.tr.replaceRangeWith($from.before(), $from.after(), this.type.create({ tex }));
          return undefined;
        },
      }),
      new InputRule({
        find: EMPTY_BLOCK,
        handler: ({ state, range }) => {
          if (state.selection.$from.parent.type.name !== 'paragraph') return null;
          // Enter is not part of the text yet.
          state.tr.delete(Math.max(range.from, state.selection.$from.start()), range.to);
          setTimeout(() => this.options.insertBlock());
          return undefined;
        },
      }),
    ];
  },
});

function texAttribute() {
  return {
    tex: {
      default: '',
      rendered: false,
      parseHTML: (element: HTMLElement) => element.textContent ?? '',
    },
  };
}

/** As Pandoc reads it: no space inside the dollar signs, none of them escaped, and no amount of money. */
function findFormula(text: string) {
  if (!text.endsWith('$')) return null;
  const open = text.lastIndexOf('$', text.length - 2);
  const tex = text.slice(open + 1, -1);
  const before = text[open - 1] ?? '';
  const isFormula = open >= 0 && tex !== '' && tex.trim() === tex && !/[$\\\d]/.test(before);
  if (!isFormula || AMOUNT.test(tex) || tex.endsWith('\\')) return null;
  if (SENTENCE.test(tex.replace(/\\text\{[^}]*\}/g, ''))) return null;
  return { index: open, text: text.slice(open), replaceWith: tex };
}

function showFormula({ node, getPos }: NodeViewRendererProps, options: Options): NodeView {
  const isBlock = node.type.name === 'formulaBlock';
  let current = node;
  const dom = document.createElement(isBlock ? 'div' : 'span');
  dom.className = isBlock ? 'formula-view formula-view-block' : 'formula-view';
  dom.setAttribute('role', 'img');
  dom.addEventListener('click', () => {
    const position = getPos();
    if (position !== undefined) options.edit(position);
  });
  const draw = () => {
    const tex = String(current.attrs['tex']);
    dom.setAttribute('aria-label', `${options.label} ${tex}`);
    void drawFormula(dom, tex, isBlock);
  };
  draw();
  return {
    dom,
    update(next) {
      if (next.type !== current.type) return false;
      const isChanged = next.attrs['tex'] !== current.attrs['tex'];
      current = next;
      if (isChanged) draw();
      return true;
    },
    ignoreMutation: () => true,
  };
}

/** Shows a formula as readers will see it, or its TeX if it has an error; returns whether it is right. */
export async function drawFormula(
  target: Element,
  tex: string,
  isBlock: boolean,
): Promise<boolean> {
  if (target.childElementCount === 0) target.textContent = tex;
  // KaTeX is larger than the rest of the editor, and most texts have no formula.
  const { formulaOf } = await import('./formula-writer.ts');
  const math = formulaOf(tex, isBlock);
  const code = document.createElement('code');
  code.textContent = tex;
  target.replaceChildren(math ?? code);
  target.classList.toggle('is-broken', math === null);
  return math !== null;
}
