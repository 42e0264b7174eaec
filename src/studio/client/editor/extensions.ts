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
import { Caption, Figure, Image } from './figure.ts';
import type { ImageOptions } from './image-view.ts';
import { readAddress } from './link-address.ts';

type Options = {
  placeholder: string;
  caption: string;
  image: ImageOptions;
  code: { nameOf(language: string | null): string; choose(position: number): void };
};

/**
 * The editor's schema: exactly what the sanitizer allows (D26), so that neither loses what the other accepts. Tables can
 * be edited but not inserted: some input methods fail in their cells.
 */
export function extensionsFor({ placeholder, caption, image, code }: Options): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      codeBlock: false,
      orderedList: false,
      dropcursor: { class: 'drop-cursor', color: false },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => readAddress(address) !== null,
        HTMLAttributes: { rel: 'ugc nofollow noopener', target: null, class: null },
      },
    }),
    NumberedList,
    FirstHeading,
    Subscript,
    Superscript,
    CodeBlock.configure(code),
    Figure,
    Caption,
    Image.configure(image),
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
