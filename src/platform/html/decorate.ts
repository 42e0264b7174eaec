import { toText } from 'hast-util-to-text';
import { languageName } from './language-names.ts';
import { parseBody } from './parse.ts';
import { type TrustedHtml, trust } from './trusted.ts';

export type Heading = { id: string; level: 2 | 3; text: string };
/** In the reader's language. */
export type BodyLabels = {
  enlarge: string;
  notes?: string;
  note_back?: string;
  task_done?: string;
  task_open?: string;
};
export type DecoratedBody = { html: TrustedHtml; outline: Heading[]; text: string };

/**
 * A tag as our serializer writes it: attribute values in double quotes, which can contain `<` and `>` but no quote. In
 * text `<` is always escaped, so the matches are exactly the tags.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/g;
/**
 * The tags to rewrite. Skipping the others, above all thousands of spans in highlighted code, takes a third of the time.
 * It matches the same tags, because only the alt text of an image can contain `<` in an attribute.
 */
const REWRITTEN = /<(\/?)(h[23]|pre|table|img|a|input|section)((?: [a-z-]+(?:="[^"]*")?)*)>/g;
/** A longer outline helps no reader, and each response contains all of it. */
const OUTLINE_MAX = 200;
const CODE_BLOCK = /<pre(?: class="([^"]*)")?>(?:<code class="([^"]*)">)?/y;
const BACK_LINK = ' role="doc-backlink"';
/** Not counted as words: formulas, whose TeX repeats them, and the numbers of notes. */
const UNCOUNTED =
  /<math[ >].*?<\/math>|<code class="language-math">[^<]*<\/code>|<sup class="footnote-ref">.*?<\/sup>/gs;
const REFERENCE = /&[a-z]+;|&#x?[0-9a-f]+;/gi;

/**
 * The body as its page shows it: headings with ids, code with the name of its language, pictures that open large, and
 * wide blocks in a frame that also scrolls by keyboard. It is not stored, because a stored body has no ids and no
 * frames (D26). It rewrites tags in the text without building a tree: this runs for every reader, and highlighted code
 * can be larger than the limit of the parser.
 */
export function decorateBody(html: TrustedHtml, labels: BodyLabels): DecoratedBody {
  const outline: Heading[] = [];
  let isInLink = false;
  let headings = 0;
  const decorated = html.replace(
    REWRITTEN,
    (tag: string, slash: string, name: string, attributes: string, offset: number) => {
      if (name === 'a') isInLink = slash === '';
      switch (`${slash}${name}`) {
        case 'h2':
        case 'h3': {
          headings += 1;
          const id = `section-${headings}`;
          if (headings <= OUTLINE_MAX) outline.push({ id, ...readHeading(html, offset, name) });
          return `<${name} id="${id}">`;
        }
        case 'pre':
          return `${codeHead(html, offset)}<pre tabindex="0"${attributes}>`;
        case '/pre':
          return '</pre></div>';
        case 'table':
          return '<div class="table-frame" tabindex="0"><table>';
        case '/table':
          return '</table></div>';
        case 'a':
          return attributes.endsWith(BACK_LINK) ? withLabel(tag, labels.note_back) : tag;
        case 'section':
          return withLabel(tag, labels.notes);
        case 'input':
          return withLabel(tag, / checked$/.test(attributes) ? labels.task_done : labels.task_open);
        case 'img':
          return picture(attributes, isInLink, labels.enlarge);
        default:
          return tag;
      }
    },
  );
  return {
    html: trust(decorated),
    outline: outline.filter(({ text }) => text !== ''),
    text: plain(html),
  };
}

function withLabel(tag: string, label: string | undefined): string {
  return label ? `${tag.slice(0, -1)} aria-label="${label}">` : tag;
}

function readHeading(html: string, offset: number, name: string): Omit<Heading, 'id'> {
  const start = html.indexOf('>', offset) + 1;
  const inside = html.slice(start, html.indexOf(`</${name}>`, start));
  // Most headings are plain text and need no parser.
  const words = /[<&]/.test(inside) ? wordsOf(inside) : inside;
  const text = words.replace(/\s+/g, ' ').trim();
  return { level: name === 'h2' ? 2 : 3, text };
}

/** Formulas by their TeX: the letters of MathML lose what is above and below. */
function wordsOf(heading: string): string {
  const tree = parseBody(
    heading.replace(/<math[ >].*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>/gs, '$1'),
  );
  return toText(tree);
}

function codeHead(html: string, offset: number): string {
  CODE_BLOCK.lastIndex = offset;
  const [, outer = '', inner = ''] = CODE_BLOCK.exec(html) ?? [];
  const language = /\blanguage-(\S+)/.exec(`${inner} ${outer}`)?.[1];
  // No allowed class contains a character that needs escaping.
  const name = language ? `<span class="listing-name">${languageName(language)}</span>` : '';
  return `<div class="listing"><div class="listing-head">${name}</div>`;
}

/** Without scripts the link opens the image file. A picture inside a link stays as it is. */
function picture(attributes: string, isInLink: boolean, enlarge: string): string {
  const image = `<img loading="lazy" decoding="async"${attributes}>`;
  const source = / src="([^"]*)"/.exec(attributes)?.[1];
  if (isInLink || source === undefined) return image;
  const name = / alt="[^"]+"/.test(attributes) ? '' : ` aria-label="${enlarge}"`;
  return `<a class="zoom" href="${source}"${name}>${image}</a>`;
}

/** For counting words: tags separate words, and character references are none. */
function plain(html: string): string {
  return html.replace(UNCOUNTED, ' ').replace(TAG, ' ').replace(REFERENCE, ' ');
}
