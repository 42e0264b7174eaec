import type { Element, ElementContent, Root } from 'hast';
import type {
  BlockContent,
  DefinitionContent,
  FootnoteDefinition,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
  TableRow,
} from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { toMarkdown } from 'mdast-util-to-markdown';
import { classesOf, elementsOf, isElement, type Notes, phrasingOf, textOf } from './phrasing.ts';
import { stressToMarkdown } from './stress.ts';

const LANGUAGE = 'language-';
const INLINE_TAGS = /^(?:a|strong|b|em|i|s|del|u|sub|sup|code|br|img|span)$/;

type Block = BlockContent | DefinitionContent;

/** The Markdown of a stored body. `renderMarkdown` reads it back as the same text. */
export function serializeMarkdown(body: Root): string {
  const notes: Notes = [];
  const children: RootContent[] = blocksOf(body.children as ElementContent[], notes);
  const definitions = notes.map(
    (text, index): FootnoteDefinition => ({
      type: 'footnoteDefinition',
      identifier: String(index + 1),
      label: String(index + 1),
      children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
    }),
  );
  return toMarkdown(
    { type: 'root', children: [...children, ...definitions] },
    {
      bullet: '-',
      rule: '-',
      listItemIndent: 'one',
      extensions: [
        gfmTableToMarkdown({ tablePipeAlign: false }),
        gfmTaskListItemToMarkdown(),
        gfmFootnoteToMarkdown(),
        stressToMarkdown,
      ],
    },
  );
}

/** Blocks; text between them becomes paragraphs. */
function blocksOf(nodes: ElementContent[], notes: Notes): Block[] {
  const blocks: Block[] = [];
  let line: ElementContent[] = [];
  const endLine = () => {
    blocks.push(...paragraphOf(line, notes));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || (isElement(node) && INLINE_TAGS.test(node.tagName)))
      line.push(node);
    else if (isElement(node)) {
      endLine();
      blocks.push(...blockOf(node, notes));
    }
  }
  endLine();
  return blocks;
}

function blockOf(node: Element, notes: Notes): Block[] {
  const { tagName } = node;
  const children = node.children as ElementContent[];
  switch (tagName) {
    case 'p':
      return paragraphOf(children, notes);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const depth = Number(tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;
      return [{ type: 'heading', depth, children: phrasingOf(children, notes) }];
    }
    case 'blockquote': {
      const quoted = blocksOf(children, notes);
      return quoted.length > 0 ? [{ type: 'blockquote', children: quoted }] : [];
    }
    case 'ul':
    case 'ol':
      return listOf(node, notes);
    case 'pre':
      return [codeOf(node)];
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'figure':
      return pictureOf(node, notes);
    case 'table':
      return tableOf(node, notes);
    default:
      return blocksOf(children, notes);
  }
}

function paragraphOf(nodes: ElementContent[], notes: Notes): Paragraph[] {
  const children = phrasingOf(nodes, notes);
  return children.length > 0 ? [{ type: 'paragraph', children }] : [];
}

function listOf(list: Element, notes: Notes): Block[] {
  const items = elementsOf(list, 'li').map((item): ListItem => {
    const checked = item.properties['dataChecked'];
    const children = blocksOf(item.children as ElementContent[], notes);
    // Only paragraphs need an empty line between them; lists and code do not.
    const spread = children.filter(({ type }) => type === 'paragraph').length > 1;
    return {
      type: 'listItem',
      spread,
      ...(checked === undefined ? {} : { checked: String(checked) === 'true' }),
      // A box needs a text after it.
      children:
        children.length === 0 && checked !== undefined
          ? [{ type: 'paragraph', children: [{ type: 'text', value: '\u00a0' }] }]
          : children,
    };
  });
  if (items.length === 0) return [];
  return [{ type: 'list', ordered: list.tagName === 'ol', spread: false, children: items }];
}

function codeOf(block: Element): Block {
  const code = elementsOf(block, 'code')[0] ?? block;
  const name = [...classesOf(code), ...classesOf(block)].find((one) => one.startsWith(LANGUAGE));
  const value = textOf(code).replace(/\n$/, '');
  const lang = name?.slice(LANGUAGE.length) ?? null;
  return lang === 'math' ? { type: 'math', value } : { type: 'code', lang, value };
}

/** A picture that is still on another site is stored as a link. */
function pictureOf(figure: Element, notes: Notes): Block[] {
  const image = elementsOf(figure, 'img')[0];
  const link = elementsOf(figure, 'a')[0];
  if (!image && !link) return blocksOf(figure.children as ElementContent[], notes);
  const caption = elementsOf(figure, 'figcaption')[0];
  const url = String(image ? image.properties['src'] : (link?.properties['href'] ?? ''));
  const alt = image ? String(image.properties['alt'] ?? '') : link ? textOf(link) : '';
  const title = caption ? textOf(caption).trim() : null;
  return [{ type: 'paragraph', children: [{ type: 'image', url, alt, title: title || null }] }];
}

/** Markdown has no merged cells: the text is in the first one, and the others are empty. */
function tableOf(table: Element, notes: Notes): Block[] {
  const rows = ['thead', 'tbody', 'tfoot'].flatMap((part) =>
    elementsOf(table, part).flatMap((one) => elementsOf(one, 'tr')),
  );
  const children = [...rows, ...elementsOf(table, 'tr')].map(
    (row): TableRow => ({ type: 'tableRow', children: cellsOf(row, notes) }),
  );
  return children.length > 0 ? [{ type: 'table', children }] : [];
}

function cellsOf(row: Element, notes: Notes): TableRow['children'] {
  return [...elementsOf(row, 'th'), ...elementsOf(row, 'td')].flatMap((cell) => {
    const span = Number(cell.properties['colSpan'] ?? 1) || 1;
    const empty = Array.from({ length: span - 1 }, () => ({
      type: 'tableCell' as const,
      children: [],
    }));
    return [{ type: 'tableCell' as const, children: cellText(cell, notes) }, ...empty];
  });
}

/** The lines of a cell, with line breaks between them. */
function cellText(cell: Element, notes: Notes): PhrasingContent[] {
  const lines = blocksOf(cell.children as ElementContent[], notes).map((block) =>
    block.type === 'paragraph' ? block.children : [{ type: 'text' as const, value: plain(block) }],
  );
  const newLine: PhrasingContent = { type: 'html', value: '<br>' };
  return lines
    .flatMap((line, index) => (index === 0 ? line : [newLine, ...line]))
    .map((part) => {
      if (part.type === 'break') return newLine;
      // A bar would end the cell.
      return part.type === 'inlineMath'
        ? { ...part, value: part.value.replaceAll('|', '\\vert ') }
        : part;
    });
}

function plain(block: Block | ListItem): string {
  if ('value' in block) return block.value.replace(/\s+/g, ' ');
  if (!('children' in block)) return '';
  return (block.children as (Block | ListItem)[]).map(plain).join(' ').trim();
}
