import {
  Extension,
  type Extensions,
  Mark,
  Node,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { CodeBlock } from './code-block.ts';
import { Embeds } from './embeds.ts';
import { Caption, Figure, Image } from './figure.ts';
import { Footnote } from './footnote.ts';
import { Formula, FormulaBlock } from './formula.ts';
import type { ImageOptions } from './image-view.ts';
import { readAddress } from './link-address.ts';
import { Links } from './links.ts';
import { MarkRules } from './mark-rules.ts';
import { MissingPicture, type MissingPictureOptions } from './missing-picture.ts';
import { TaskItem, TaskList } from './tasks.ts';

type Options = {
  placeholder: string;
  caption: string;
  image: ImageOptions;
  missing: MissingPictureOptions;
  code: { nameOf(language: string | null): string; choose(position: number): void };
  note: { label: string; edit(position: number): void };
  formula: { label: string; edit(position: number): void; insertBlock(): void };
  task: string;
  embeds: string;
};

/** Without the marks of the starter kit, whose rules need a space before them (mark-rules.ts). */
export const INPUT_RULES = [
  ...['markRules', 'links', 'firstHeading', 'heading', 'bulletList', 'orderedList', 'taskItem'],
  ...['blockquote', 'codeBlock', 'horizontalRule', 'footnote', 'formula', 'formulaBlock'],
];
/** Without those of the link extension, whose addresses do not end at full-width punctuation. */
export const PASTE_RULES = ['links', 'bold', 'italic', 'strike', 'code'];

/** The editor's schema: exactly what the sanitizer allows (D26), so that neither loses what the other accepts. */
export function extensionsFor(options: Options): Extensions {
  const { placeholder, caption, image, missing, code, note, formula, task, embeds } = options;
  return [
    Kit.configure({
      heading: { levels: [2, 3, 4] },
      codeBlock: false,
      orderedList: false,
      dropcursor: { class: 'drop-cursor', color: false },
      link: {
        openOnClick: false,
        // links.ts does both. Without the first, what is typed after a link is not linked.
        autolink: false,
        linkOnPaste: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => readAddress(address) !== null,
        HTMLAttributes: { rel: 'ugc nofollow noopener', target: null, class: null },
      },
    }),
    MarkRules,
    Links,
    NumberedList,
    TaskList,
    TaskItem.configure({ label: task }),
    FirstHeading,
    Footnote.configure(note),
    Formula.configure(formula),
    FormulaBlock.configure(formula),
    Embeds.configure({ message: embeds }),
    Subscript,
    Superscript,
    CodeBlock.configure(code),
    Figure,
    Caption,
    Image.configure(image),
    MissingPicture.configure(missing),
    PlainTable.configure({ View: null }),
    TableRow,
    TableHeader,
    TableCell,
    Placeholder.configure({
      includeChildren: true,
      showOnlyCurrent: false,
      // The style sheet shows the first one only if the text is empty.
      placeholder: ({ node }) => (node.type.name === 'figcaption' ? caption : placeholder),
    }),
  ];
}

/** Only paragraphs have footnotes (D26). */
const Kit = StarterKit.extend({
  addExtensions() {
    const extensions = this.parent?.() ?? [];
    return extensions.map((extension) =>
      extension.name === 'paragraph'
        ? extension.extend({ content: '(inline | note)*' })
        : extension,
    );
  },
});

/** Always starts at one: the sanitizer removes the `start` attribute. */
const NumberedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: () => ['ol', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') };
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\d+[.．、]\s$/, type: this.type })];
  },
});

/** `# ` creates a level 2 heading, the largest in a text; level 1 is the title. */
const FirstHeading = Extension.create({
  name: 'firstHeading',
  addInputRules() {
    const { heading } = this.editor.schema.nodes;
    if (!heading) return [];
    return [textblockTypeInputRule({ find: /^#\s$/, type: heading, getAttributes: { level: 2 } })];
  },
});

const Subscript = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const Superscript = Mark.create({
  name: 'superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

/** Without column widths, which would need inline styles. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });
