import { InputRule, Node } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { FOOTNOTE_MAX } from '../../../platform/html/limits.ts';

/** `[^a note]`. A single word is the label of a note in Markdown, whose text stands elsewhere. */
const WRITTEN_NOTE = /(?:\[\^([^[\]]{2,1000})\]|【\^([^【】]{2,1000})】)$/u;
const LABEL = /^[\w-]*$/;
const WORD_JOINER = '\u2060';

type Options = { label: string; edit(position: number): void };

/** A note below the text, stored where it belongs. The style sheet numbers them. */
export const Footnote = Node.create<Options>({
  name: 'footnote',
  // Not of the group `inline`: headings and captions have no notes (D26).
  group: 'note',
  inline: true,
  atom: true,
  addAttributes: () => ({
    text: {
      default: '',
      rendered: false,
      parseHTML: (element) => cleanNote(element.textContent ?? ''),
    },
  }),
  parseHTML: () => [{ tag: 'span.footnote' }],
  renderHTML: ({ node }) => ['span', { class: 'footnote' }, String(node.attrs['text'])],
  addNodeView() {
    const { label, edit } = this.options;
    return ({ node, getPos }) => {
      const dom = document.createElement('sup');
      dom.className = 'note-view';
      // The number is the style sheet's. Behind an element without text, Chromium keeps the first letter of a composition.
      dom.textContent = WORD_JOINER;
      dom.title = String(node.attrs['text']);
      dom.setAttribute('role', 'button');
      dom.setAttribute('aria-label', `${label} ${dom.title}`);
      dom.addEventListener('click', () => {
        const position = getPos();
        if (position !== undefined) edit(position);
      });
      return { dom, ignoreMutation: () => true };
    };
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        if (!('node' in selection) || selection.$from.nodeAfter?.type !== this.type) return false;
        this.options.edit(selection.from);
        return true;
      },
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: WRITTEN_NOTE,
        handler: ({ state, range, match }) => {
          const text = cleanNote(match[1] ?? match[2] ?? '');
          const { parent } = state.selection.$from;
          if (LABEL.test(text) || !parent.type.contentMatch.matchType(this.type)) return null;
          state.tr.replaceWith(range.from, range.to, this.type.create({ text }));
          return undefined;
        },
      }),
    ];
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('footnote-marks'),
        /** A note in a link or in code loses its tag when it is stored, so it never is in one. */
        appendTransaction: (transactions, _before, { doc, tr }) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          doc.descendants((node, position) => {
            const isMarked = node.marks.some(({ type }) => /^(link|code)$/.test(type.name));
            if (node.type !== this.type || !isMarked) return;
            const { link, code } = doc.type.schema.marks;
            for (const type of [link, code])
              if (type) tr.removeMark(position, position + node.nodeSize, type);
          });
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

/** As the sanitizer stores it: one line of plain text. */
export function cleanNote(text: string): string {
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, FOOTNOTE_MAX).join('').trimEnd();
}
