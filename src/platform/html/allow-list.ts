import type { Options } from 'rehype-sanitize';

const CLASS_TOKEN = /^language-[A-Za-z0-9_+#.-]{1,32}$/;

/** D26. Other elements lose their tag and keep their content; those in `strip` are removed with it. */
export const ALLOW_LIST = {
  tagNames: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'a', 'strong', 'em', 's', 'u', 'sub', 'sup'],
    ...['blockquote', 'ul', 'ol', 'li', 'code', 'pre', 'img', 'figure', 'figcaption'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    // Only footnotes; every other one loses its tag (elements.ts).
    'span',
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    code: [['className', CLASS_TOKEN]],
    pre: [['className', CLASS_TOKEN]],
    // A picture of another site that could not be fetched.
    figure: [['className', 'missing-picture']],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan'],
    span: [['className', 'footnote']],
    ul: [['className', 'task-list']],
    li: [['dataChecked', 'true', 'false']],
  },
  required: { a: { rel: 'ugc nofollow noopener' }, img: { alt: '' } },
  ancestors: {
    thead: ['table'],
    tbody: ['table'],
    tr: ['table'],
    th: ['table'],
    td: ['table'],
  },
  // Their content is no prose: code, other markup, form controls, fallbacks for old browsers.
  strip: [
    ...['script', 'style', 'svg', 'math', 'template', 'title', 'noscript', 'noembed', 'noframes'],
    ...['iframe', 'frameset', 'object', 'applet', 'audio', 'video', 'canvas'],
    ...['textarea', 'select', 'datalist', 'button'],
  ],
  protocols: {},
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
} satisfies Options;

/** Equivalents of elements that D26 allows, as some editors write them. */
export const RENAMED_TAGS: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['b', 'strong'],
  ['i', 'em'],
  ['del', 's'],
  ['strike', 's'],
]);

/** Become paragraphs, unless they contain blocks. */
export const LINE_TAGS: ReadonlySet<string> = new Set(['div', 'section', 'article', 'dt', 'dd']);

export const BLOCKS: ReadonlySet<string> = new Set([
  ...LINE_TAGS,
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'hr', 'blockquote', 'ul', 'ol', 'li', 'dl'],
  ...['pre', 'figure', 'figcaption', 'table', 'header', 'footer', 'main', 'aside', 'nav'],
]);
