import { toText } from 'hast-util-to-text';
import { languageName } from './language-names.ts';
import { parseBody } from './parse.ts';
import { type TrustedHtml, trust } from './trusted.ts';

export type Heading = { id: string; level: 2 | 3; text: string };
export type DecoratedBody = { html: TrustedHtml; outline: Heading[]; text: string };

/**
 * A tag as our serializer writes it: attributes in double quotes, whose contents can hold `<` and `>` but no quote.
 * In text `<` is always a reference, so read from the left every match is a tag and every tag a match.
 */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>/g;
/**
 * The tags that are rewritten: leaving out the others, most of all the thousands of marks in highlighted code, takes a
 * third of the time. It sees the same tags, because only the text of an image can hold `<` in an attribute.
 */
const REWRITTEN = /<(\/?)(h[23]|pre|table|img|a)((?: [a-z-]+(?:="[^"]*")?)*)>/g;
/** Nobody looks for a place in a longer outline, and every reader is sent all of it. */
const OUTLINE_MAX = 200;
const CODE_BLOCK = /<pre(?: class="([^"]*)")?>(?:<code class="([^"]*)">)?/y;
const REFERENCE = /&[a-z]+;|&#x?[0-9a-f]+;/gi;

/**
 * The body for a page of its own: headings that can be linked to, code under the name of its language, pictures
 * that open large, and what may be too wide in a frame that scrolls by keyboard too. It is made anew for each
 * page and never kept, because the stored body has no ids and no frames (D26). Tags are rewritten where they
 * stand instead of in a tree: coloured code can be larger than what is allowed to come in, and this is done for
 * every reader.
 */
export function decorateBody(html: TrustedHtml, labels: { enlarge: string }): DecoratedBody {
  const outline: Heading[] = [];
  let isInLink = false;
  let headings = 0;
  const dressed = html.replace(
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
        case 'img':
          return picture(attributes, isInLink, labels.enlarge);
        default:
          return tag;
      }
    },
  );
  return {
    html: trust(dressed),
    outline: outline.filter(({ text }) => text !== ''),
    text: plain(html),
  };
}

function readHeading(html: string, offset: number, name: string): Omit<Heading, 'id'> {
  const start = html.indexOf('>', offset) + 1;
  const inside = html.slice(start, html.indexOf(`</${name}>`, start));
  // Mostly it is words and nothing else, which need no parser.
  const words = /[<&]/.test(inside) ? toText(parseBody(inside)) : inside;
  const text = words.replace(/\s+/g, ' ').trim();
  return { level: name === 'h2' ? 2 : 3, text };
}

function codeHead(html: string, offset: number): string {
  CODE_BLOCK.lastIndex = offset;
  const [, outer = '', inner = ''] = CODE_BLOCK.exec(html) ?? [];
  const language = /\blanguage-(\S+)/.exec(`${inner} ${outer}`)?.[1];
  // The allow-list of classes has no character that means something in HTML.
  const name = language ? `<span class="listing-name">${languageName(language)}</span>` : '';
  return `<div class="listing"><div class="listing-head">${name}</div>`;
}

/** Without scripts the picture itself is where its link leads. One that is a link already stays that. */
function picture(attributes: string, isInLink: boolean, enlarge: string): string {
  const image = `<img loading="lazy" decoding="async"${attributes}>`;
  const source = / src="([^"]*)"/.exec(attributes)?.[1];
  if (isInLink || source === undefined) return image;
  const name = / alt="[^"]+"/.test(attributes) ? '' : ` aria-label="${enlarge}"`;
  return `<a class="zoom" href="${source}"${name}>${image}</a>`;
}

/** For counting: tags end a word, and no reference is one. */
function plain(html: string): string {
  return html.replace(TAG, ' ').replace(REFERENCE, ' ');
}
